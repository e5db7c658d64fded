import type { Bank } from '../../bank.ts'

const hour = 3_600_000
// As the alert BackupsFailing.
const archiveMillisecondsMax = 5 * 60_000

/** How the backups are doing; null where the bank makes none. */
export function backupsView({ archiving, config }: Pick<Bank, 'archiving' | 'config'>, now: Date) {
  if (archiving === undefined || config.backups === undefined) return null
  const { failure, ...known } = archiving.status()
  const lastBackupAt = dateOf(known.lastBackupAt)
  const archivedUntil = dateOf(known.archivedUntil)
  // After a start nothing is known for a moment. It stays unknown only where it fails.
  const isOlder = (moment: Date | null, milliseconds: number) =>
    moment === null ? failure !== null : now.getTime() - moment.getTime() > milliseconds
  return {
    lastBackupAt,
    isBackupOverdue: isOlder(lastBackupAt, 2 * config.backups.everyHours * hour),
    archivedUntil,
    isArchiveBehind: isOlder(archivedUntil, archiveMillisecondsMax),
  }
}

function dateOf(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment)
}
