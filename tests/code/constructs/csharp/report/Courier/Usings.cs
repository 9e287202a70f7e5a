global using System;
global using System.Threading.Tasks;
global using Courier.Net;
