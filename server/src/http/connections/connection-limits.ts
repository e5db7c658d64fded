import { existsSync, readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import type { Config } from '../../config/config.ts'
import { countedAddress, isLoopbackAddress, proxiesOf } from '../api/origin.ts'
import type { NoteCutOff } from '../api/security-refusals.ts'

// An idle connection takes about 20 kB. An attack with more of them has to be stopped by the network in front.
const connectionsMax = 10_000
// The program's own: connections to PostgreSQL and to the mail server, log, backups. Without them no request could be answered.
const ownFiles = 64

/**
 * Limits the connections of this process to what it may have open, and those of one address to a tenth of them: further ones are ended.
 * The connections of a proxy, at an address of `trustProxy` or on this machine, are those of all callers and have the first limit only.
 * Without rate limits it is the only one.
 */
export function limitConnections(
  server: Server,
  { rateLimits, trustProxy }: Pick<Config, 'rateLimits' | 'trustProxy'>,
  noteCutOff: NoteCutOff,
  filesMax = openFilesMax(),
): void {
  const max = Math.min(connectionsMax, Math.max(1, filesMax - ownFiles))
  const ofAddressMax = Math.ceil(max / 10)
  server.maxConnections = max
  if (!rateLimits) return
  const isProxy = proxiesOf(trustProxy)
  const open = new Map<string, number>()
  // With TLS this is the connection below it.
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (isLoopbackAddress(remoteAddress) || isProxy(remoteAddress)) return
    const address = countedAddress(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= ofAddressMax) {
      noteCutOff('too_many_connections', remoteAddress)
      return void socket.destroy()
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** How many files and connections the system lets this process have open, as Linux says it; infinity elsewhere. */
function openFilesMax(): number {
  const path = '/proc/self/limits'
  const limits = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const max = /^Max open files +(\d+)/m.exec(limits)?.[1]
  return max === undefined ? Number.POSITIVE_INFINITY : Number(max)
}
