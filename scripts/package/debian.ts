import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Where the package has the bank: the units of `deploy/systemd` expect it there. */
export const installedFolder = 'opt/truepenny'

/** The name of Debian's architecture. Throws a one-line error where no package of Debian can be made. */
export function debianArchitecture(): string {
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || architecture === undefined) {
    throw new Error('--deb makes a package for Linux on x64 or arm64: run it on one of them.')
  }
  if (spawnSync('dpkg-deb', ['--version']).error)
    throw new Error('--deb needs dpkg-deb, of the package dpkg.')
  return architecture
}

/** Makes the Debian package `file` of the folder `root`, which has the bank in `installedFolder`: adds the units, the scripts and the control file. */
export function buildDebianPackage(
  root: string,
  file: string,
  {
    name,
    version,
    description,
    bytes,
  }: { name: string; version: string; description: string; bytes: number },
): void {
  const deploy = join(root, installedFolder, 'deploy')
  const units = join(root, 'usr/lib/systemd/system')
  const control = join(root, 'DEBIAN')
  for (const folder of [units, control, join(root, 'usr/share/doc', name)]) {
    mkdirSync(folder, { recursive: true })
  }
  for (const unit of readdirSync(join(deploy, 'systemd'))) {
    cpSync(join(deploy, 'systemd', unit), join(units, unit))
  }
  cpSync(join(root, installedFolder, 'LICENSE'), join(root, 'usr/share/doc', name, 'copyright'))
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', root])
  const scripts = readdirSync(join(deploy, 'debian'))
  for (const script of scripts) {
    cpSync(join(deploy, 'debian', script), join(control, script))
    chmodSync(join(control, script), 0o755)
  }
  const fields = {
    Package: name,
    Version: version,
    Architecture: debianArchitecture(),
    Maintainer: 'Truepenny',
    'Installed-Size': Math.ceil(bytes / 1_024),
    // Node of the version that runs TypeScript, and what adds the user.
    Depends: 'nodejs (>= 24), passwd',
    Section: 'web',
    Priority: 'optional',
    Description: description,
  }
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`)
  writeFileSync(join(control, 'control'), lines.join(''), { mode: 0o644 })
  // Compressed as the archive is: xz would take minutes.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file], { stdio: 'pipe' })
}
