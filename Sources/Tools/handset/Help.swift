/// What `--help` prints.
enum Help {
    static let overview = """
        usage: handset COMMAND [OPTION…]

          lines                              the lines (SIMs) of this machine
          line label ID TEXT                 name a line
          line unlock ID                     type the SIM's PIN
          apps                               the apps, and the roles that each may have
          role carrier-messaging [APP|none]  show or give the role of messaging app
          send [--line L] NUMBER TEXT        send a text (needs the role)
          messages [--follow]                the texts that came (needs the role)
          push APP [--payload JSON]          push a call to an app, launching it if it is stopped
          status                             modems, queue, and what is wrong
          pdu decode|encode|explain          the SMS codec by hand
          mms decode|explain                 the MMS codec by hand

        Every command takes --help, and all but pdu and mms take --json; what these two decode is printed as JSON anyway.
        HANDSET_BUS names another bus than the system's.
        Exit codes are those of sysexits.h; 0 is success.
        """

    static let lines = """
        usage: handset lines [--json]

        One row a line: id, label, number, whether a text can be sent now, network, signal, SIM.
        """

    static let line = """
        usage: handset line label ID TEXT
               handset line unlock ID

        ID is a line's id or label; for unlock also a modem's name, where its card has not told which line it is. unlock asks for the PIN at
        the terminal, or reads one line from standard input. The card counts wrong PINs.
        """

    static let apps = """
        usage: handset apps [--json]

        The bundles that Handset found, the roles each is eligible for, and the roles it holds.
        """

    static let role = """
        usage: handset role [carrier-messaging [APP|none]] [--json]

        Without a role, lists them and who has each; without APP, says who has that one. APP is a bundle's id; none takes the role away. Giving it is asked about at the terminal.
        """

    static let send = """
        usage: handset send [--line L] [--json] NUMBER TEXT

        Sends a text as the messaging app and says how that ended: sent, refused (with the reason), or unknown. --line takes an id or a label; it may be left
        out where there is one line. Exit codes: 75 try again later, 65 refused for good, 70 unknown.
        """

    static let messages = """
        usage: handset messages [--follow] [--json]

        Takes what waits for the messaging app, keeps it, and prints all that it keeps; --follow goes on with what comes, and with reports of texts sent.
        """

    static let push = """
        usage: handset push APP [--payload JSON] [--json]

        Hands a VoIP push to an app whose bundle declares com.apple.developer.calling-app; APP is the bundle's id. An app that does not run is
        launched with HANDSET_LAUNCH=push, and gets the push once its PKPushRegistry is set up. JSON is the payload, one object of 5,120 octets at
        most; without --payload it is read from standard input, or is {} at a terminal. A push waits for two minutes and for no longer than
        handsetd runs. Says whether the push was handed-over, the app is launching, or the push is waiting.
        """

    static let status = """
        usage: handset status [--json]

        Modems, what waits in the queue, and what is wrong with what to do about it. Exit code 69 when something is wrong.
        """
}
