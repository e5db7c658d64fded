#!/bin/sh
# sh make-certificates.sh FOLDER ADDRESS…: makes an authority in FOLDER, and for each member, in the folder member-N, a certificate for its
# address. It is for 127.0.0.1, too, where HAProxy on a machine of the bank leads to it. They end after ten years.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
shift
made='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
openssl req -x509 $made -days 3650 -subj '/CN=Truepenny cluster' -keyout ca.key -out ca.crt 2> /dev/null
number=0
for address; do
  number=$((number + 1))
  mkdir -p "member-$number"
  openssl req $made -subj "/CN=member-$number" -keyout "member-$number/member.key" -out member.csr 2> /dev/null
  printf 'subjectAltName=IP:%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" > member.ext
  openssl x509 -req -in member.csr -extfile member.ext -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
    -out "member-$number/member.crt" 2> /dev/null
  cp ca.crt "member-$number/ca.crt"
done
rm member.csr member.ext ca.srl
