#include <algorithm>
#include <vector>

#include "channels/channels.hpp"

using namespace notify;

template <typename T>
T trim(T value, T limit) {
    return value > limit ? limit : value;
}

class Dispatcher {
public:
    explicit Dispatcher(Channel& first) : first_(&first) {}

    int dispatch(const std::vector<Message>& batch) {
        int sent = 0;
        std::for_each(batch.begin(), batch.end(), [&](const Message& m) {
            if (deliver(m))
                ++sent;
        });
        return trim(sent, limit());
    }

    int limit() const { return 20; }

private:
    bool deliver(const Message& message) {
        return message.priority > 5 ? first_->send_urgent(message) : first_->send(message);
    }

    Channel* first_;
};

int main() {
    Outbox outbox;
    MailChannel mail(outbox);
    Dispatcher dispatcher(mail);
    Message hello{"ada@example.org", "  hello", 1};

    return dispatcher.dispatch({hello}) == 1 && outbox.size() == 1 ? 0 : 1;
}
