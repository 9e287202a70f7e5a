module example.com/brewery

go 1.22
