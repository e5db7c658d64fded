import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The official client of the hosted backend in two versions. Each has a page of its name, whose scripts find it as `Appwrite`. */
export type ClientVersion = 'early' | 'current'

/** The pages of another site's owner: a server of their own, which is stopped when it is disposed of. */
export type ClientPages = AsyncDisposable & {
  readonly origin: string
  /** The same pages by another name of this machine, which is another site to a browser. */
  readonly otherOrigin: string
}

/** Serves an empty page for each version of the client, such as `/early`, on a free port. */
export async function serveClientPages(): Promise<ClientPages> {
  const scripts = new Map([
    ['/early.js', await browserBuildOf(import.meta.resolve('appwrite-early'))],
    ['/current.js', await browserBuildOf(import.meta.resolve('appwrite'))],
  ])
  const server = createServer(({ url = '' }, answer) => {
    const script = scripts.get(url)
    answer.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    answer.end(script ?? `<!doctype html><link rel="icon" href="data:,"><script src="${url}.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The script for browsers beside the module that Node imports. */
function browserBuildOf(module: string): Promise<Buffer> {
  return readFile(join(dirname(fileURLToPath(module)), '../iife/sdk.js'))
}
