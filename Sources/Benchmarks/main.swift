import LinuxIO

print("x")
