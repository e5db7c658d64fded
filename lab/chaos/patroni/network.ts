import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/** The network of the members. */
export type Network = {
  /** The address of each member. */
  readonly addresses: readonly string[]
  /** The start of a command that runs a program at a member's address. */
  readonly prefix: (member: number) => readonly string[]
  /** Disconnects a member from all others and from HAProxy, or connects it again. */
  readonly setConnected: (member: number, isConnected: boolean) => void
  readonly close: () => void
}

const members = [1, 2, 3]

/** A network namespace for each member, at a bridge. Throws an Error where the user may not make one. */
export function openNetwork(): Network {
  const bridge = `bank${randomInt(1e6)}`
  const cable = (member: number) => `${bridge}-${member}`
  // 198.18.0.0/15 is reserved for tests.
  const subnet = `198.18.${randomInt(256)}`
  ip(`link add ${bridge} type bridge`)
  ip(`address add ${subnet}.254/24 dev ${bridge}`)
  ip(`link set ${bridge} up`)
  for (const member of members) {
    ip(`netns add ${cable(member)}`)
    ip(`link add ${cable(member)} type veth peer name eth0 netns ${cable(member)}`)
    ip(`link set ${cable(member)} master ${bridge} up`)
    ip(`-n ${cable(member)} address add ${subnet}.${member}/24 dev eth0`)
    for (const device of ['lo', 'eth0']) ip(`-n ${cable(member)} link set ${device} up`)
  }
  return {
    addresses: members.map((member) => `${subnet}.${member}`),
    prefix: (index) => ['/usr/bin/nsenter', `--net=/run/netns/${cable(members[index]!)}`],
    setConnected: (index, isConnected) =>
      ip(`link set ${cable(members[index]!)} ${isConnected ? 'up' : 'down'}`),
    close() {
      for (const member of members) {
        ip(`link delete ${cable(member)}`)
        ip(`netns delete ${cable(member)}`)
      }
      ip(`link delete ${bridge}`)
    },
  }
}

function ip(command: string): void {
  execFileSync('/usr/sbin/ip', command.split(' '), { stdio: 'pipe' })
}
