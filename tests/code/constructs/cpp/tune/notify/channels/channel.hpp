#pragma once

#include <functional>
#include <string>

namespace notify {

struct Message {
    std::string to;
    std::string body;
    int priority = 0;
};

class Channel {
public:
    virtual ~Channel() = default;
    virtual bool send(const Message& message) = 0;
    bool send_urgent(Message message) {
        message.priority = 9;
        return send(message);
    }
};

namespace text {
std::string trim(const std::string& raw);
std::string shout(const std::string& raw);
std::string apply(const std::string& raw, const std::function<std::string(const std::string&)>& step);
}  // namespace text

}  // namespace notify
