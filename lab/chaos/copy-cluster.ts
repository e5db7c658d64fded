import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { openReplication, runCopyCommand } from '@bank/server/backups/replication-client'
import { runAsOptions } from '@bank/server/embedded/cluster'
import type { EmbeddedServer } from '@bank/server/embedded/embedded-server'
import { writeAll } from '@bank/server/storage/write-all'

/** Copies the files of a running PostgreSQL into a new `folder` of their owner, by PostgreSQL's own base backup. */
export async function copyCluster({ address, cluster }: EmbeddedServer, folder: string): Promise<void> {
  const path = `${folder}.tar`
  const written = openSync(path, 'w', 0o600)
  const client = await openReplication(address)
  await runCopyCommand(client, `BASE_BACKUP (CHECKPOINT 'fast', WAL true, MANIFEST 'no')`, {
    onData: (message) => message[0] === contentMark && writeAll(written, message.subarray(1)),
  }).finally(() => client.end())
  closeSync(written)
  const archive = openSync(path, 'r')
  // The socket of the running server, whose lock file is copied too, is in its folder.
  execFileSync('tar', ['-xf', '-', '-C', folder, '--no-same-owner', '--exclude=.s.PGSQL*'], {
    ...runAsOptions(cluster.runAs),
    stdio: [archive, 'ignore', 'inherit'],
  })
  closeSync(archive)
  rmSync(path)
}

// The other messages announce an archive or report progress.
const contentMark = 'd'.charCodeAt(0)
