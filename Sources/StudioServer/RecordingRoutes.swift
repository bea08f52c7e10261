import Foundation
import Hummingbird
import Logging

/// The list of recordings and their files.
struct RecordingRoutes {
    let library: RecordingLibrary

    /// Adds the list (`GET /api/recordings`) to a router.
    func add(to router: Router<StudioContext>) {
        router.get("api/recordings") { [library] _, _ in
            RecordingList(recordings: library.entries.map(RecordingList.Item.init))
        }
    }

    /// The middleware that serves the recordings' files.
    func files(logger: Logger) -> FileMiddleware<StudioContext, RecordingFiles> {
        FileMiddleware(fileProvider: RecordingFiles(library: library, logger: logger), urlBasePath: "/recordings")
            .withAdditionalMediaTypes(forFileExtensions: [
                "jsonl": MediaType(type: .application, subType: "x-ndjson"),
                "yaml": MediaType(type: .text, subType: "plain", parameter: ("charset", "utf-8")),
            ])
    }
}

/// The answer of `GET /api/recordings`.
struct RecordingList: ResponseEncodable, Codable {
    struct Item: Codable {
        /// The name shown.
        let name: String
        /// `euroc` or `lines`.
        let layout: String
        /// Where the recording's files are, with a slash at the end.
        let url: String

        init(_ entry: RecordingLibrary.Entry) {
            name = entry.name
            layout = entry.layout.rawValue
            let path = entry.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entry.name
            url = "/recordings/\(path)/"
        }
    }

    let recordings: [Item]
}
