module stowage-router

go 1.22
