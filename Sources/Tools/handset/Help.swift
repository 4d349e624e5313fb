/// What `--help` prints.
enum Help {
    static let overview = """
        usage: handset COMMAND [OPTION…]

          lines                              the lines (SIMs) of this machine
          line label ID TEXT                 name a line
          line unlock ID                     type the SIM's PIN
          apps                               the apps, and the roles that each may have
          role [ROLE [APP|none]]             show the roles, or give one: carrier-messaging, dialer, calling
          send [--line L] NUMBER TEXT        send a text; --attach FILE makes it a multimedia message (needs the role)
          messages [--follow]                the messages that came (needs the role)
          call [--line L] NUMBER             call, and follow the call; an interrupt hangs up
          calls [--follow]                   the calls in progress
          answer, decline, silence, hangup   what to do with a call; all take its id where there is more than one
          hold, resume, swap, merge, split   several calls, as far as the network goes
          dtmf DIGITS, mute, unmute          within a call
          recents [--mark-read]              the call history
          ussd [--line L] STRING             a service code, such as *100#
          open URL                           a tel:, telephony: or sms: link, as the desktop opens it
          push APP [--payload JSON]          push a call to an app, launching it if it is stopped
          status                             modems, queue, and what is wrong
          held [--hex] [--forget WHAT]       what came that no app can be given
          pdu decode|encode|explain          the SMS codec by hand
          mms list, mms fetch|read ID        multimedia messages that were announced and are not here
          mms decode|explain                 the MMS codec by hand

        Every command takes --help, and all but pdu and mms take --json; what these two decode is printed as JSON anyway.
        HANDSET_BUS names another bus than the system's.
        Exit codes are those of sysexits.h; 0 is success.
        """

    static let lines = """
        usage: handset lines [--json]

        One row a line: id, label, number, whether a text can be sent now, whether multimedia messages work (- where the line has none), network, signal, SIM. Below
        it, what a line lacks that could have multimedia messages.
        """

    static let line = """
        usage: handset line label ID TEXT [--json]
               handset line unlock ID [--json]

        ID is a line's id or label; for unlock also a modem's name, where its card has not told which line it is. unlock asks for the PIN at
        the terminal, or reads one line from standard input. The card counts wrong PINs.
        """

    static let apps = """
        usage: handset apps [--json]

        The bundles that Handset found, the roles each is eligible for, and the roles it holds.
        """

    static let role = """
        usage: handset role [carrier-messaging|dialer|calling [APP|none]] [--json]

        Without a role, lists them and who has each; without APP, says who has that one. The messaging app sends and gets texts; the dialer calls
        at once and reads the history; the calling app is offered calls first, to carry them over the internet. APP is a bundle's id; none takes the role away. Giving it is asked about at the terminal.
        """

    static let send = """
        usage: handset send [--line L] [--json] NUMBER TEXT
               handset send [--mms] [--attach FILE]… [--subject TEXT] [--line L] [--json] NUMBER[,NUMBER]… [TEXT]

        Sends a text as the messaging app and says how that ended: sent, refused (with the reason), or unknown. With a file, a subject, several numbers
        or --mms it is a multimedia message; its pictures are made smaller where it is larger than the carrier allows. --line takes an id or a label; it may be left out where there is one line. Exit codes: 75 try again later, 65 refused for good, 70 unknown.
        """

    static let messages = """
        usage: handset messages [--follow] [--json]

        Takes what waits for the messaging app, keeps it, and prints all that it keeps; --follow goes on with what comes, and with reports of texts sent.
        Pictures and other files of multimedia messages are kept beside the texts, and their places are printed.
        """

    static let downloads = """
        usage: handset mms list [--json]
               handset mms fetch ID [--json]
               handset mms read ID [--json]

        list shows multimedia messages that the network announced and that are not here, and why; fetch asks for one of them now. What is
        fetched comes as a message. read tells the sender of a message that it was read, if he asked for that; ID is the message's.
        """

    static let push = """
        usage: handset push APP [--payload JSON] [--json]

        Hands a VoIP push to an app whose bundle declares com.apple.developer.calling-app; APP is the bundle's id. An app that does not run is
        launched with HANDSET_LAUNCH=push, and gets the push once its PKPushRegistry is set up. JSON is the payload, one object of 5,120 octets at
        most; without --payload it is read from standard input, or is {} at a terminal. A push waits for two minutes and for no longer than
        handsetd runs. Says whether the push was handed-over, the app is launching, or the push is waiting.
        """

    static let call = """
        usage: handset call [--line L] [--detach] [--json] NUMBER

        Calls and says how the call goes until it ends; an interrupt (Ctrl-C) or the end of the terminal hangs up. --detach leaves the call to itself once it is on its way. In
        NUMBER a comma is a pause before the tones that follow it, a semicolon waits for `handset proceed`. A service code, such as *#06#, is
        answered and not called. Anything with a letter or an @ goes to the calling app. An emergency number is called at once on any line.
        --line takes an id or a label. Exit codes: 0 the call was held, 75 try again later (busy, no answer), 77 refused, 69 no line or no service.
        """

    static let calls = """
        usage: handset calls [--follow] [--json]

        The calls in progress and those that have just ended, one a line: id, direction, state, party. --follow prints them at each change.
        """

    static func control(_ word: String) -> String {
        let (options, text) =
            switch word {
            case "answer":
                (
                    " [--hold|--end]",
                    "Takes the call that rings. During another call that one is held; --end ends it instead."
                )
            case "decline": ("", "Turns the ringing call away.")
            case "silence": ("", "Stops the ringing; the call may still be answered.")
            case "hangup": ("", "Ends a call, whatever its state.")
            case "hold": ("", "Holds the active call.")
            case "resume": ("", "Takes up the held call.")
            case "swap": ("", "Holds the active call and takes up the held one.")
            case "merge": ("", "Joins the active and the held calls.")
            case "split": ("", "Speaks with one of the joined calls alone.")
            case "mute": ("", "Switches the microphone off.")
            case "unmute": ("", "Switches the microphone on.")
            default: ("", "Sends the tones that wait after a semicolon in the number.")
            }
        return """
            usage: handset \(word)\(options) [--json] [CALL]

            \(text) CALL is the beginning of a call's id, as handset calls shows it; it may be left out where only one call can do this.
            """
    }

    static let dtmf = """
        usage: handset dtmf [--json] DIGITS [CALL]

        Sends tones in a call: 1 to 64 of 0-9 * # A-D.
        """

    static let recents = """
        usage: handset recents [--limit N] [--unread] [--mark-read] [--json]

        The call history, the newest first, 20 calls or N. A star marks what nobody has seen; --mark-read takes the stars of what is shown away.
        """

    static let ussd = """
        usage: handset ussd [--line L] [--json] STRING

        Sends a service code to the network and prints its answer. At a terminal a menu asks for the reply; elsewhere the dialogue is ended.
        """

    static let open = """
        usage: handset open [--json] URL

        Opens a tel:, telephony:, sms: or smsto: link, as the desktop does for other apps. Before a call the person is asked.
        """

    static let held = """
        usage: handset held [--kind KIND] [--hex] [--json]
               handset held --forget ID|KIND

        What was received and no app can be given: it could not be read, or nothing here takes its kind. It is kept, 10,000 of each kind.
        --hex shows the octets as they came, which may hold numbers and texts, and --forget deletes one or all of a kind: both for root and the
        user that runs handsetd.
        """

    static let status = """
        usage: handset status [--json]

        Modems, what waits in the queue, and what is wrong with what to do about it. Exit code 69 when something is wrong.
        """
}
