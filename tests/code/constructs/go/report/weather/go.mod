module github.com/meteo/weather

go 1.22
