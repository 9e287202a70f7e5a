module example.com/auction

go 1.22
