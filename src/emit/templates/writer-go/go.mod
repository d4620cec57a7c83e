module stowage/writer

go 1.23
