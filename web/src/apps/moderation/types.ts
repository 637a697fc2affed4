// The payloads of the API that this section passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type CasePage = DataOf<paths['/api/moderation/cases']['get']>;
export type Waiting = CasePage['waiting'];
export type SharedPost = DataOf<paths['/api/community/{id}']['get']>;
export type Case = CasePage['cases'][number];
export type CaseDetails = DataOf<paths['/api/moderation/cases/{id}']['get']>;
export type Quote = CaseDetails['quotes'][number];
export type QuotedFile = Quote['files'][number];
export type MemberReport = CaseDetails['reports'][number];
export type Decision = BodyOf<paths['/api/moderation/cases/{id}/decision']['post']>;
export type Action = Decision['action'];
export type Silence = DataOf<paths['/api/moderation/silences']['get']>[number];
export type MemberPage = DataOf<paths['/api/admin/users']['get']>;
export type Member = MemberPage['users'][number];
export type WordRules = DataOf<paths['/api/moderation/rules']['get']>;
export type WordRule = WordRules['rules'][number];
export type NewRule = BodyOf<paths['/api/moderation/rules']['post']>;
export type Matching = NewRule['matching'];
export type Effect = NewRule['effect'];
export type DryRun = DataOf<paths['/api/moderation/rules/dry-run']['post']>;
export type Example = DryRun['examples'][number];
export type TextPart = Example['parts'][number];
