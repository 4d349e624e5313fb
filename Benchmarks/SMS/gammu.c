/* Decodes and encodes the corpus with libgammu and prints `KIND CASE NANOSECONDS`. A program of its own: libgammu is under
 * the GPL and is never linked with Handset.
 *
 * The corpus comes on standard input: `CASE HEX` a line. */
#include <gammu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int value(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void) {
    static char line[4096], name[256], digits[4096];
    static unsigned char octets[2048], frame[2048];
    GSM_InitLocales(NULL);
    GSM_Debug_Info *debug = GSM_GetGlobalDebug();
    GSM_SetDebugLevel("nothing", debug);
    const int rounds = 10, count = 5000;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%255s %4095s", name, digits) != 2) continue;
        size_t length = strlen(digits) / 2;
        for (size_t i = 0; i < length; i++) octets[i] = (unsigned char)(value(digits[2 * i]) << 4 | value(digits[2 * i + 1]));
        static GSM_SMSMessage sms;
        double best = 1e18;
        for (int round = 0; round < rounds; round++) {
            double start = now();
            for (int i = 0; i < count; i++) {
                size_t end = 0;
                if (GSM_DecodePDUFrame(debug, &sms, octets, length, &end, TRUE) != ERR_NONE) exit(1);
            }
            double spent = now() - start;
            if (spent < best) best = spent;
        }
        printf("value %s %.1f\n", name, best / count);
        /* The same with its strings in UTF-8, as a program that shows the message needs them. */
        best = 1e18;
        for (int round = 0; round < rounds; round++) {
            double start = now();
            for (int i = 0; i < count; i++) {
                static char number[512], centre[512], text[8192];
                size_t end = 0;
                if (GSM_DecodePDUFrame(debug, &sms, octets, length, &end, TRUE) != ERR_NONE) exit(1);
                EncodeUTF8(number, sms.Number);
                EncodeUTF8(centre, sms.SMSC.Number);
                EncodeUTF8(text, sms.Text);
            }
            double spent = now() - start;
            if (spent < best) best = spent;
        }
        printf("strings %s %.1f\n", name, best / count);
        if (strncmp(name, "submit", 6) != 0) continue;
        best = 1e18;
        for (int round = 0; round < rounds; round++) {
            double start = now();
            for (int i = 0; i < count; i++) {
                int size = 0;
                size_t current = 0;
                sms.PDU = SMS_Submit;
                if (GSM_EncodeSMSFrame(debug, &sms, frame, PHONE_SMSSubmit, &size, TRUE) != ERR_NONE) exit(1);
                (void)current;
            }
            double spent = now() - start;
            if (spent < best) best = spent;
        }
        printf("encode %s %.1f\n", name, best / count);
    }
    return 0;
}
