using Slug = Subscriptions.Text.Formatting;

namespace Subscriptions.Billing;

public class Ledger
{
    private readonly List<string> lines = new();

    public Entry Open(string title) => new Entry(this, title);

    public Ledger Note(string line)
    {
        lines.Add(Slug.ToSlug(line));
        return this;
    }

    public int Count(Func<string, bool> keep)
    {
        return lines.Count(line => keep(line));
    }

    public static bool IsLong(string line) => line.Length > 20;

    public sealed class Entry : IDisposable
    {
        private readonly Ledger owner;
        private readonly string title;

        internal Entry(Ledger owner, string title)
        {
            this.owner = owner;
            this.title = title;
        }

        public void Write(string line)
        {
            owner.Note(title).Note(line);
        }

        public void Dispose()
        {
            Close();
        }

        private void Close() => owner.Note("end");
    }
}
