import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { folderFault } from './folder-fault.ts'

/**
 * Makes a folder and those above it, for this user only, unless it exists. Throws a one-line error that says why it cannot, about
 * `named`, the folder that the operator has chosen.
 */
export function makeFolder(folder: string, named = folder): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    // On a read-only disk Node says that a folder above is missing: the disk itself says why.
    requireWritable(nearestFolder(folder), named)
    throw folderFault(error, named)
  }
}

function requireWritable(existing: string, named: string): void {
  try {
    accessSync(existing, constants.W_OK)
  } catch (error) {
    throw folderFault(error, named)
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}
