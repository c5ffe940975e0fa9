/// The version of Meantime: the command line prints it, packages have it, and other servers are told.
package enum Version {
    package static let text = "0.1.0"
}
