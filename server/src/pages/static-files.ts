import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/**
 * Serves the files of the built web app that a browser asks for, each at its own route: nothing else in the folder can be reached.
 * `count` limits how often an address may ask.
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
      // One route a file, read at the start.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      // The build names each file after its contents.
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
    })
  })
}
