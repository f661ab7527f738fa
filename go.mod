module github.com/quock-dev/quock

go 1.26
