# SPDX-License-Identifier: Apache-2.0
# Ends the start in the virtual machine's own root, runs the command and stops the machine. The command's output and
# status go to the host through ports of their own. run.conf has the settings.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb
. /run/vm/run.conf
mkdir -p /dev/pts /dev/shm /run/lock
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
ln -sf /proc/self/fd /dev/fd
ln -sf /proc/self/fd/0 /dev/stdin
ln -sf /proc/self/fd/1 /dev/stdout
ln -sf /proc/self/fd/2 /dev/stderr
/run/vm/busybox ifconfig lo 127.0.0.1 up
/run/vm/busybox hostname vm

# Links to the ports by their names, because the kernel's numbers depend on the order in which ports appear.
port() {
    local each
    for each in /sys/class/virtio-ports/*; do
        [[ $(<"$each/name") != "$1" ]] || printf '/dev/%s' "${each##*/}"
    done
}
status=$(port status)

finish() {
    sync
    echo "exit $1" >"$status"
    /run/vm/busybox poweroff -f
}

fail() {
    echo "vm: $1" >"$(port stderr)"
    finish 125
}
for module in $LOAD; do
    modprobe "$module" || fail "$module does not load"
done
if [[ -f /run/vm/accel.ko ]]; then
    for module in $ACCEL_NEEDS; do
        modprobe "$module" || fail "$module does not load"
    done
    # shellcheck disable=SC2086 # a list of parameters
    /run/vm/busybox insmod /run/vm/accel.ko $ACCEL_PARAMETERS || fail "the test module does not load"
fi
[[ -z $ADDRESS ]] || /run/vm/busybox ifconfig eth0 "$ADDRESS" netmask 255.255.255.0 up || fail "there is no network"
input=$(port stdin)
echo booted >"$status"
cd "$FOLDER" || fail "there is no $FOLDER"
exec 3> >(cat >"$(port stderr)")
errors=$!
bash /run/vm/command 2>&3 3>&- <"${input:-/dev/null}" | cat >"$(port stdout)"
code=${PIPESTATUS[0]}
exec 3>&-
wait "$errors"
finish "$code"
