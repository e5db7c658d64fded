import type { OverviewView } from '@bank/contract/admin/overview/view'
import { Notice } from '../../ui/notice.tsx'
import { diskText } from './disk-text.ts'
import { Age } from './overview-card.tsx'

/** What only an operator can put right: paused jobs, failing backups and full disks. Nothing while all is well. */
export function OperatorNotices({
  overview: { areJobsPaused, backups, lowDisks },
  now,
}: {
  overview: OverviewView
  now: number
}) {
  const isBackupFailing = backups && (backups.isBackupOverdue || backups.isArchiveBehind)
  if (!areJobsPaused && !isBackupFailing && lowDisks.length === 0) return null
  return (
    <div className="grid gap-4 xl:col-span-3">
      {areJobsPaused && (
        <Notice tone="pending" isAnnounced>
          <p className="font-semibold">Mail and round-ups are paused</p>
          <p>
            This bank was restored from a backup. It sends no mail and makes no round-ups until an operator
            starts it with <code className="whitespace-nowrap">npm start -- --resume</code>.
          </p>
        </Notice>
      )}
      {isBackupFailing && (
        <Notice tone="failed" isAnnounced>
          <p className="font-semibold">The bank is not backed up. Tell the operator of the bank.</p>
          {backups.isBackupOverdue && <LastBackup moment={backups.lastBackupAt} now={now} />}
          {backups.isArchiveBehind && <Archive until={backups.archivedUntil} now={now} />}
          <p>The program’s log has the reason.</p>
        </Notice>
      )}
      {lowDisks.map((disk) => (
        <LowDisk key={disk.folder} disk={disk} />
      ))}
    </div>
  )
}

const whenFull = {
  DATA_DIR: 'When it is full, no payment can be made.',
  BACKUP_DIR: 'When it is full, the bank is no longer backed up.',
}

function LowDisk({ disk: { folder, freeBytes, sizeBytes } }: { disk: OverviewView['lowDisks'][number] }) {
  const percent = Math.floor((100 * freeBytes) / sizeBytes)
  return (
    <Notice tone="failed" isAnnounced>
      <p className="font-semibold">
        The disk of <code>{folder}</code> is almost full. Tell the operator of the bank.
      </p>
      <p>
        {diskText(freeBytes)} of {diskText(sizeBytes)} is free ({percent} %). {whenFull[folder]}
      </p>
    </Notice>
  )
}

function LastBackup({ moment, now }: { moment: string | null; now: number }) {
  if (moment === null) return <p>No backup has been made yet.</p>
  return (
    <p>
      The last backup is too old: <Age moment={moment} now={now} />.
    </p>
  )
}

function Archive({ until, now }: { until: string | null; now: number }) {
  if (until === null) return <p>Nothing has been archived yet.</p>
  return (
    <p>
      Nothing has been archived since <Age moment={until} now={now} />. If the data disk is lost, so is
      everything since then.
    </p>
  )
}
