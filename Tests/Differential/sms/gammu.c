/* Decodes one hex PDU a line with libgammu and prints its fields, separated by tabs. A program of its own: libgammu is
 * under the GPL and is never linked with Handset. */
#include <gammu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int value(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static void hex(const unsigned char *text, size_t octets) {
    for (size_t i = 0; i < octets; i++) printf("%02X", text[i]);
}

int main(void) {
    static char line[4096];
    static unsigned char octets[2048];
    GSM_InitLocales(NULL);
    GSM_Debug_Info *debug = GSM_GetGlobalDebug();
    GSM_SetDebugLevel("nothing", debug);
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\r\n") / 2;
        for (size_t i = 0; i < length; i++) octets[i] = (unsigned char)(value(line[2 * i]) << 4 | value(line[2 * i + 1]));
        GSM_SMSMessage sms;
        memset(&sms, 0, sizeof sms);
        size_t end = 0;
        GSM_Error error = GSM_DecodePDUFrame(debug, &sms, octets, length, &end, TRUE);
        printf("%d\t%d\t%d\t%d\t", error, sms.PDU, sms.Coding, sms.Class);
        /* UCS-2, big endian, ended by a zero */
        hex(sms.Number, 2 * UnicodeLength(sms.Number));
        printf("\t");
        hex(sms.SMSC.Number, 2 * UnicodeLength(sms.SMSC.Number));
        printf("\t%04d-%02d-%02dT%02d:%02d:%02d\t%d\t", sms.DateTime.Year, sms.DateTime.Month, sms.DateTime.Day,
               sms.DateTime.Hour, sms.DateTime.Minute, sms.DateTime.Second, sms.DateTime.Timezone);
        if (sms.Coding == SMS_Coding_8bit)
            hex(sms.Text, sms.Length > 0 ? (size_t)sms.Length : 0);
        else
            hex(sms.Text, 2 * UnicodeLength(sms.Text));
        printf("\t%d\t%d\t%d\t%d\t%d\t%d\n", sms.UDH.ID8bit, sms.UDH.ID16bit, sms.UDH.PartNumber, sms.UDH.AllParts,
               sms.MessageReference, sms.DeliveryStatus);
    }
    return 0;
}
