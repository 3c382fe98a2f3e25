// snippet.show
import Foundation
import Kingfisher

func report(_ error: KingfisherError) {
    switch error {
    case .responseError(reason: .invalidHTTPStatusCode(let response)):
        print("The server answered \(response.statusCode).")
    case .processorError(reason: .processingFailed(_, .data(let data))):
        print("\(data.count) bytes that are no picture.")
    default:
        print(error.localizedDescription)
    }
}
