import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/**
 * Serves the assets of the built web app: those that exist at the start, and no other file in the folder. `count` counts the
 * requests of an address.
 */
export async function registerStaticFiles(
  app: FastifyInstance,
  { directory, count }: { directory: string; count: onRequestHookHandler },
): Promise<void> {
  const root = join(directory, 'assets')
  if (!existsSync(root)) return
  // Compressed files are only sent in the place of the original.
  const files = new Set(readdirSync(root).filter((name) => !/\.(br|gz)$/.test(name)))
  await app.register(async (assets) => {
    await assets.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      // The name of each file contains its hash.
      immutable: true,
      maxAge: '1y',
    })
    // One route: the router would compile one for each file, and the assets of a week of builds are kept.
    assets.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url: '/assets/:file',
      onRequest: count,
      handler: ({ params }, reply) =>
        files.has(params.file) ? reply.sendFile(params.file) : reply.callNotFound(),
    })
  })
}
