#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
# The first process of the virtual machine: makes the root from the layers that the host shares, read-only below a file
# system in memory, and continues there with guest.sh.
/bin/busybox mkdir -p /proc /sys /dev /tmp
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
. /run.conf
for module in /modules/*; do
    insmod "$module" || echo "init: $module does not load"
done
share=trans=virtio,version=9p2000.L,msize=512000
lower=
for layer in $LAYERS; do
    mkdir -p "/layer/$layer"
    mount -t 9p -o "$share,ro,cache=loose" "$layer" "/layer/$layer" || echo "init: no $layer"
    lower=$lower${lower:+:}/layer/$layer
done
mkdir -p /memory /newroot
mount -t tmpfs -o size=75% memory /memory
mkdir /memory/upper /memory/work
mount -t overlay -o "lowerdir=$lower,upperdir=/memory/upper,workdir=/memory/work" overlay /newroot || echo "init: no root"
for each in proc sys dev tmp run mnt var/tmp; do
    mkdir -p "/newroot/$each"
done
mount -t tmpfs -o mode=755 run /newroot/run
mkdir -p /newroot/run/vm/out
cp /bin/busybox /guest.sh /run.conf /command /newroot/run/vm/
[ ! -f /accel.ko ] || cp /accel.ko /newroot/run/vm/
mount -t 9p -o "$share" out /newroot/run/vm/out || echo "init: no out"
for each in tmp var/tmp; do
    mount -t tmpfs -o mode=1777 tmp "/newroot/$each"
done
# After what may lie above its folder.
if [ "$PROJECT" ]; then
    mkdir -p "/newroot$FOLDER"
    mount -t 9p -o "$share,ro,cache=loose" project "/newroot$FOLDER" || echo "init: no project"
fi
for each in proc sys dev; do
    mount --move "/$each" "/newroot/$each"
done
exec switch_root /newroot /bin/bash /run/vm/guest.sh
