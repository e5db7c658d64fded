/** A change that breaks the books: a passage of a file is replaced, by default by a condition that is never true. */
export type Mutant = {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to?: string
}

/** Every mutant must be found, or the simulation would not notice similar faults. */
export const mutants: readonly Mutant[] = [
  {
    name: 'callers are answered before the commit',
    file: 'books/books.ts',
    from: 'await writeRows(connection, { rows, link, rekeyedPins, acts })',
    to: 'writeRows(connection, { rows, link, rekeyedPins, acts }).catch(() => {})',
  },
  {
    name: 'a transient error is not retried',
    file: 'books/books.ts',
    from: 'if (isTransientError(error)) return true',
    to: '',
  },
  {
    name: 'the head of the chain is not read again on a new connection',
    file: 'books/writer.ts',
    from: 'const last = rows[0]',
    to: 'const last = rows[1]',
  },
  {
    name: 'nothing is rolled back after an error',
    file: 'books/writer.ts',
    from: 'await open.connection.ask([{ statement: rollBack, values: [] }]).catch(drop)',
    to: '',
  },
  {
    name: 'every instruction of a batch gets the answer of the first',
    file: 'books/lane.ts',
    from: 'resolve(results[index]!)',
    to: 'resolve(results[0]!)',
  },
  {
    name: 'a failed batch is not split',
    file: 'books/lane.ts',
    from: 'batch.length > 1 && mayBeSplit(error)',
  },
  {
    name: 'instructions that waited too long are dropped',
    file: 'books/lane.ts',
    from: 'refuse(queue.splice(0, overdue === -1 ? queue.length : overdue))',
    to: 'queue.splice(0, overdue === -1 ? queue.length : overdue)',
  },
  {
    name: 'ledger accounts are read without a lock',
    file: 'books/rows/ledger-accounts.ts',
    from: 'order by floor_minor is null, id desc\n     for no key update',
    to: 'order by floor_minor is null, id desc',
  },
  {
    name: 'the guards of a sender who is not known to have some are not read',
    file: 'books/lock-and-read.ts',
    from: 'readsGuards || found.length === 0',
    to: '(true as boolean)',
  },
  {
    name: 'what was sent is not counted',
    file: 'books/write-rows.ts',
    from: 'rows.guards.length > 0',
  },
  {
    name: 'what came back stays counted',
    file: 'ledger/limited-transfers.ts',
    from: 'countsAgain ? before.amountMinor : -before.amountMinor',
    to: 'countsAgain ? before.amountMinor : 0n',
  },
  {
    name: 'what was sent to new beneficiaries is not counted',
    file: 'books/write-rows.ts',
    from: 'rows.paidBeneficiaries.length > 0',
  },
  {
    name: 'a PIN is recovered without the limit',
    file: 'books/rows/guards.ts',
    from: 'recovery: pinRecoveryLimitOf(row, rules)',
    to: 'recovery: null',
  },
  {
    name: 'a scheduled payment passes the guards',
    file: 'ledger/limited-transfers.ts',
    from: "isLimited || authorisation.by === 'bank'",
    to: "isLimited || authorisation.by !== 'pin'",
  },
  {
    name: 'money is booked on a closed account',
    file: 'ledger/book-posting.ts',
    from: 'debit.isClosed || credit.isClosed',
  },
  {
    name: 'a hold is not counted',
    file: 'ledger/sufficient-balance.ts',
    from: '!isByBank && heldMinor > 0n',
  },
  {
    name: 'what was taken back of a credit is not counted',
    file: 'ledger/decide.ts',
    from: 'worksheet.takenBack(takenBackId)',
    to: '0n',
  },
  {
    name: 'the retry of a taking back that stopped at the balance is refused',
    file: 'ledger/transaction.ts',
    from: 'kinds[a.kind].stopsAtBalance ||',
    to: '',
  },
  {
    name: 'a later status is not written',
    file: 'books/write-rows.ts',
    from: 'rows.statuses.length > 0',
  },
  {
    name: 'references are not written',
    file: 'books/write-rows.ts',
    from: 'referenced.length > 0',
  },
  {
    name: 'a transfer is released after it was taken back',
    file: 'ledger/decide.ts',
    from: 'releaseAt !== null && now >= releaseAt && !isReleased(transaction, changes)',
    to: "now >= (releaseAt ?? 0) && transaction.status !== 'success'",
  },
  {
    name: 'a known id is not looked up',
    file: 'ledger/decide.ts',
    from: 'const earlier = worksheet.transaction(id)',
    to: 'const earlier = false as never as ReturnType<typeof worksheet.transaction>',
  },
  {
    name: 'a no-op status change is not stored',
    file: 'ledger/decide.ts',
    from: 'worksheet.addNoOpStatusChange({ id: changeId, transactionId, status, madeBy })',
    to: '',
  },
  {
    name: 'a transfer is rounded up twice',
    file: 'pots/round-up.ts',
    from: 'roundUpIdOf(pot.openingId, entry.postingId)',
    to: 'crypto.randomUUID()',
  },
  {
    name: 'an act is approved by who asked for it',
    file: 'admin/approvals/deciding.ts',
    from: 'approval.requestedBy === userId',
  },
  {
    name: 'a funding is booked under another id than its approval’s',
    file: 'admin/approvals/funding-act.ts',
    from: '{ id, account,',
    to: '{ id: crypto.randomUUID(), account,',
  },
  {
    name: 'a batch is sealed without the previous hash',
    file: 'books/seal.ts',
    from: '.update(head.hash)',
    to: '',
  },
]

/** Those whose finding may take thousands of fault plans. */
export const rareMutants: readonly Mutant[] = [
  {
    name: 'a connection lost at the commit is answered with busy',
    file: 'books/books.ts',
    from: 'inDoubt ||= atCommit && isLostConnection(error)',
    to: 'inDoubt = false',
  },
  {
    name: 'an id that another process has just used is an error',
    file: 'books/books.ts',
    from: "constraint === 'transactions_pkey'",
  },
  {
    name: 'a stale head of the chain is kept',
    file: 'books/writer.ts',
    from: 'isLostConnection(error) || isHeadBehind(error)',
    to: 'isLostConnection(error)',
  },
  {
    name: 'instructions after one that stops a split batch are dropped',
    file: 'books/lane.ts',
    from: 'return refuse(batch.slice(index + 1))',
    to: 'return',
  },
  {
    name: 'an account is active while its customer’s main account is not',
    file: 'books/rows/senders.ts',
    from: 'row.is_active && mainsActive.get(row.user_id) === true',
    to: 'row.is_active',
  },
  {
    name: 'a frozen customer sends',
    file: 'ledger/authorise.ts',
    from: 'kind.obeysFreeze && sender.isFrozen',
  },
  {
    name: 'guards are read without the lock of the sender',
    file: 'books/rows/senders.ts',
    from: 'order by user_id\n       for no key update',
    to: 'order by user_id',
  },
  {
    name: 'what came back is not counted when it is set back',
    file: 'ledger/limited-transfers.ts',
    from: 'countsAgain ? before.amountMinor : -before.amountMinor',
    to: 'countsAgain ? 0n : -before.amountMinor',
  },
  {
    name: 'a beneficiary is no longer new after the first payment',
    file: 'ledger/new-beneficiaries.ts',
    from: 'firstPaidAt + newBeneficiaryMilliseconds',
    to: 'firstPaidAt + 1',
  },
  {
    name: 'only the beneficiary who is paid is counted',
    file: 'books/lock-and-read.ts',
    from: 'guardRules.clock() - newBeneficiaryMilliseconds',
    to: 'guardRules.clock()',
  },
  {
    name: 'wrong PINs are not counted',
    file: 'books/write-rows.ts',
    from: 'rows.pins.length > 0',
  },
  {
    name: 'a wrong PIN is counted again when its batch is repeated',
    file: 'ledger/pin-lock.ts',
    from: 'isAttemptDone(pin.lastAttempt, attempt)',
  },
  {
    name: 'what its sender took back is sent again',
    file: 'ledger/transaction.ts',
    from: "kinds[kind].mayBeTakenBack && change.status === 'failed'",
  },
  {
    name: 'a transfer is taken back after it was released',
    file: 'ledger/decide.ts',
    from: "status !== 'pending' || changes.length > 0",
  },
  {
    name: 'an id with another reference is a repeat',
    file: 'ledger/transaction.ts',
    from: 'a.reference === b.reference &&',
    to: '',
  },
]
