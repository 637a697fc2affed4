// The payloads of the API that this app passes around.
import type { components, paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

type Schemas = components['schemas'];

export type Source = Schemas['MarketSource'];
export type Catalog = Schemas['MarketCatalog'];
/** An app or a plugin that may be installed. */
export type Entry = Schemas['MarketEntry'];
/** An installed app as the list of the market has it; `InstalledApp` of core/market is what the desktop keeps of it. */
export type ListedApp = Schemas['InstalledMarketApp'];
export type ListedPlugin = Schemas['InstalledPlugin'];
export type Preview = Schemas['PackagePreview'];
export type Difference = Schemas['Difference'];
/** What the server answers to an act that puts a version of a package in use. */
export type InstallResult = Schemas['PackageReply'];
/** A setting; the document cannot say that a value is whatever its author says. */
export type ConfigField = Schemas['SettingField'] & { default?: unknown; value?: unknown; is_set: boolean };
export type BackEnd = Schemas['MarketBackEnd'];
export type LogLine = Schemas['LogLine'];
export type ZipAnswer = Schemas['ZipReply'];
export type AppControl = DataOf<paths['/api/admin/app-control']['get']>;
