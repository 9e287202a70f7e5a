using M = Depot.Common.Measures;

namespace Depot.Goods
{
    public class Crate : Parcel
    {
        private readonly double edge;

        public Crate(string code, double edge) : base(code)
        {
            this.edge = edge;
            Grams = 500;
        }

        public override double Volume() => M.Litres(edge);

        protected override string Notes()
        {
            return "crate " + base.Notes();
        }

        public int Stack() => edge > 100 ? 1 : 4;
    }

    public sealed class Tube : Parcel
    {
        public Tube(string code) : base(code) { }

        public override double Volume()
        {
            return M.Scale(Length() * 78.5);
        }

        public double Length() => 120;
    }
}
