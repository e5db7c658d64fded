import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openSteadyTransfers, type SteadyTransfers } from './steady-transfers.ts'

const customers = [{ token: 'a-token', pin: '1234' }]

let server: Server
let transfers: SteadyTransfers
afterEach(() => {
  transfers.close()
  server.close()
  server.closeAllConnections()
})

async function openBefore(listener: RequestListener): Promise<void> {
  server = createServer((request, response) => {
    request.resume().on('end', () => listener(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  transfers = openSteadyTransfers(`http://127.0.0.1:${port}`, customers, ['127.0.0.1'])
}

test('transfers go out at the planned rate over different connections and are acknowledged', async () => {
  const ports = new Set<number | undefined>()
  let count = 0
  await openBefore((request, response) => {
    count++
    ports.add(request.socket.remotePort)
    response.writeHead(request.url === '/api/transfers' ? 201 : 404).end('{}')
  })
  const sent = await transfers.send({ perSecond: 100, seconds: 0.5 })
  expect(sent).toMatchObject({ acknowledged: 50, lost: [] })
  expect(sent.milliseconds).toHaveLength(50)
  expect(count).toBe(50)
  expect(ports.size).toBe(50)
})

test('transfers that are refused or cut off are told apart, and the next ones are sent all the same', async () => {
  let count = 0
  await openBefore((request, response) => {
    count++
    if (count === 3) request.socket.destroy()
    else if (count === 5) response.writeHead(503, { connection: 'close' }).end('{"code":"busy"}')
    else response.writeHead(201).end('{}')
  })
  const first = await transfers.send({ perSecond: 100, seconds: 0.2 })
  expect(first.acknowledged).toBe(18)
  expect(first.lost.toSorted()).toEqual(['503 busy', 'closed'])
  expect(await transfers.send({ perSecond: 100, seconds: 0.1 })).toMatchObject({ acknowledged: 10, lost: [] })
})
