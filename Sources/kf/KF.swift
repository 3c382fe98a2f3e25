import Kingfisher
@main enum CommandLineTool { static func main() {} }
