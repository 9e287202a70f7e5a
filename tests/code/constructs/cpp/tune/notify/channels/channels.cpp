#include "channels.hpp"

#include <algorithm>
#include <cctype>

namespace notify {

namespace text {

std::string trim(const std::string& raw) {
    auto first = raw.find_first_not_of(' ');
    return first == std::string::npos ? "" : raw.substr(first);
}

static char upper(unsigned char c) {
    return static_cast<char>(std::toupper(c));
}

std::string shout(const std::string& raw) {
    std::string out = raw;
    std::transform(out.begin(), out.end(), out.begin(), upper);
    return out;
}

std::string apply(const std::string& raw, const std::function<std::string(const std::string&)>& step) {
    return step(raw);
}

}  // namespace text

bool SmsChannel::send(const Message& message) {
    outbox_.push(text::apply(message.body, text::shout));
    return outbox_.size() < 100;
}

std::string MailChannel::subject(const Message& message) {
    return message.priority > 5 ? "[urgent] " + message.to : message.to;
}

}  // namespace notify
