using Depot.Common;

namespace Depot.Goods
{
    public abstract class Parcel : IWeighed
    {
        private double grams;
        protected readonly string code;

        protected Parcel(string code)
        {
            this.code = Normalize(code);
        }

        public double Grams
        {
            get { return grams; }
            set { grams = value < 0 ? 0 : value; }
        }

        public string Tag
        {
            get { return code.Shout(); }
        }

        public double Weight() => Grams;

        public abstract double Volume();

        protected virtual string Notes() => Tag;

        public string Describe()
        {
            return Notes() + this.Volume();
        }

        private static string Normalize(string raw) => raw.Trim();
    }

    public interface IWeighed
    {
        double Weight();

        bool IsHeavy()
        {
            return Weight() > 20_000;
        }
    }
}
