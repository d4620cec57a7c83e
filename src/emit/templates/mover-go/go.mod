module stowage/mover

go 1.23
