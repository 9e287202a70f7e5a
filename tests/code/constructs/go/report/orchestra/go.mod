module orchestra.example/hall

go 1.22
