using System;
using System.Collections.Generic;

namespace Depot.Common
{
    public static class Measures
    {
        public static double Litres(double width, double height, double depth)
        {
            return Scale(width * height * depth);
        }

        public static double Litres(double edge) => Litres(edge, edge, edge);

        public static double Scale(double cubic) => cubic / 1000;

        public static int Max(int left, int right) => Math.Max(left, right);
    }

    public static class SequenceExtensions
    {
        public static T Second<T>(this IReadOnlyList<T> items)
        {
            return items[1];
        }

        public static string Shout(this string text)
        {
            return text.ToUpperInvariant() + "!";
        }
    }
}
