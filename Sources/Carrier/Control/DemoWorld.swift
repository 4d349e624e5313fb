import Glibc

extension WorldDescription {
    /// Two networks, two lines and four people, for a first look and for tests that need no world of their own.
    ///
    /// All numbers are of the range that is set aside for fiction (555-01xx).
    package static var demo: WorldDescription {
        WorldDescription(
            networks: [
                Network(
                    name: "Northwind Mobile", mcc: "001", mnc: "01", serviceCentre: "+15550190",
                    utcOffsetMinutes: localOffset, callSetUpSeconds: 0.5, ussdSeconds: 0.5),
                Network(
                    name: "Harbour Cellular", mcc: "001", mnc: "02", serviceCentre: "+15550191",
                    utcOffsetMinutes: localOffset, callSetUpSeconds: 0.5, ussdSeconds: 0.5),
            ],
            sims: [
                SIM(name: "Personal", network: "00101", number: "+15550100"),
                SIM(name: "Work", network: "00102", number: "+15550111"),
            ],
            modems: [
                Modem(name: "personal", sim: "Personal"),
                Modem(name: "work", sim: "Work"),
            ],
            subscribers: [
                Subscriber(
                    number: "+15550123", network: "00102", behaviour: "answers",
                    answers: [
                        "Hi! Good to hear from you.", "Yes, that works for me. Shall we say seven at the harbour?",
                        "Fine. I'll bring the tickets.", "See you there!",
                    ], delaySeconds: 1, calls: .init(behaviour: "answers", seconds: 3)),
                Subscriber(
                    number: "+15550124", network: "00101", behaviour: "echo", prefix: "👋🏽 You wrote: ",
                    suffix:
                        " — and here is the long version of my answer, so that it takes more than one part on its way: "
                        + "blåbærsyltetøy, žluťoučký kůň, ありがとうございます, спасибо, شكرا, 🎉🎶👨‍👩‍👧‍👦",
                    delaySeconds: 1, calls: .init(behaviour: "answers", seconds: 1, hangsUp: 20)),
                Subscriber(
                    number: "+15550125", network: "00102", behaviour: "answers",
                    answers: ["Sorry, I only see this now.", "I was away from my phone."], delaySeconds: 20,
                    calls: .init(behaviour: "rejects", seconds: 8, callsBack: 15)),
                Subscriber(number: "+15550199", network: "00101", behaviour: "silent", calls: .init(behaviour: "busy")),
            ])
    }

    /// The machine's offset from UTC now, in the steps that a time stamp has.
    private static var localOffset: Int {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return local.tm_gmtoff / 900 * 15
    }
}
