import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/**
 * Serves the assets of the built web app, each at its own route: no other file in the folder can be requested. `count` counts
 * the requests of an address.
 */
export async function registerStaticFiles(
  app: FastifyInstance,
  { directory, count }: { directory: string; count: onRequestHookHandler },
): Promise<void> {
  const root = join(directory, 'assets')
  if (!existsSync(root)) return
  await app.register(async (assets) => {
    assets.addHook('onRequest', count)
    await assets.register(fastifyStatic, {
      root,
      prefix: '/assets/',
      // One route for each file, listed at the start.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      // The name of each file contains its hash.
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
    })
  })
}
