import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@bank/contract/endpoints'
import { expect, onTestFinished, test, vi } from 'vitest'
import { strangerRequests } from './stranger-requests.ts'
import { beginVisit, type StrangerName } from './strangers.ts'

async function beginVisitBefore(kind: StrangerName, server: Server) {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return beginVisit({ kind, port, connections: 50, addresses: ['198.51.0.1', '198.51.0.2'], sessions: [] })
}

test('strangers send each of their requests from each of their addresses, and answers are counted by status', async () => {
  const asked = new Set<string>()
  const server = createServer(({ url, headers }, response) => {
    asked.add(`${headers['x-forwarded-for']} ${url}`)
    response.writeHead(url === '/api/me' ? 401 : 200).end()
  })
  const stop = await beginVisitBefore('api-reads', server)
  await vi.waitFor(() => expect(asked.size).toBe(6), { timeout: 20_000 })
  expect(Object.keys(await stop()).sort()).toEqual(['200', '401'])
})

test('strangers connect again after a malformed request was refused', async () => {
  let refusals = 0
  const server = createServer()
  server.on('clientError', (_, socket) => {
    refusals++
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  const stop = await beginVisitBefore('malformed', server)
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(60), { timeout: 20_000 })
  expect((await stop())['400']).toBeGreaterThan(40)
})

test('the rotation of the strangers has one request for every endpoint of the contract, without a session', () => {
  const requests = strangerRequests['api-every']()
  expect(requests).toHaveLength(Object.keys(endpoints).length)
  expect(requests.filter(({ path }) => path.includes(':'))).toEqual([])
  expect(JSON.stringify(requests)).not.toContain('cookie')
})
