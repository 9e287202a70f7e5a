#pragma once

#include <vector>

#include "channel.hpp"

namespace notify {

class Outbox {
public:
    void push(const std::string& line) { lines_.push_back(line); }
    std::size_t size() const { return lines_.size(); }

private:
    std::vector<std::string> lines_;
};

class SmsChannel : public Channel {
public:
    bool send(const Message& message) override;

private:
    Outbox outbox_;
};

class MailChannel final : public Channel {
public:
    explicit MailChannel(Outbox& outbox) : outbox_(outbox) {}
    bool send(const Message& message) override {
        outbox_.push(subject(message) + "\n" + text::trim(message.body));
        return true;
    }

private:
    static std::string subject(const Message& message);
    Outbox& outbox_;
};

}  // namespace notify
