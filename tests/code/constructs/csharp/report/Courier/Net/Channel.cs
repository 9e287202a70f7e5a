namespace Courier.Net;

public enum Priority
{
    Low,
    High,
}

public static class PriorityExtensions
{
    public static int Retries(this Priority priority) => priority == Priority.High ? 5 : 1;
}

public class Channel : IAsyncDisposable, IDisposable
{
    private readonly string host;
    private bool open;

    public Channel(string host)
    {
        this.host = host;
        Connect();
    }

    protected virtual bool Open
    {
        get => open;
        set => open = value;
    }

    public static Channel To(string host) => host.StartsWith("tls:") ? new SecureChannel(host) : new Channel(host);

    public async Task<bool> SendAsync(string text, Priority priority)
    {
        return await TrySendAsync(text, priority.Retries());
    }

    protected async Task<bool> TrySendAsync(string text, int left)
    {
        if (Open || left == 0)
        {
            return Open;
        }
        Connect();
        return await TrySendAsync(text, left - 1);
    }

    public void Dispose() => Open = false;

    public ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }

    private void Connect()
    {
        open = host.Length > 0;
    }
}

public class SecureChannel : Channel
{
    private int handshakes;

    public SecureChannel(string host) : base(host)
    {
    }

    protected override bool Open
    {
        get => base.Open && Verify();
        set => base.Open = value;
    }

    private bool Verify() => handshakes++ < 3;
}
