using Subscriptions.Text;

namespace Subscriptions.Plans;

public abstract class Plan
{
    private readonly string name;
    private decimal price;

    protected Plan(string name, decimal price)
    {
        this.name = name;
        Price = price;
    }

    public string Name => name.ToSlug();

    public decimal Price
    {
        get { return price; }
        set { price = Check(value); }
    }

    public virtual string Label => Name;

    public abstract decimal MonthlyCost(int seats);

    public virtual decimal YearlyCost(int seats)
    {
        return 12 * MonthlyCost(seats);
    }

    private static decimal Check(decimal value)
    {
        if (value < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(value));
        }
        return value;
    }
}
