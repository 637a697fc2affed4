// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';
import type { Frame } from '@/core/live';

export type PostPage = DataOf<paths['/api/community']['get']>;
export type Post = PostPage['posts'][number];
export type PostType = Post['type'];
export type PostImage = Post['images'][number];
export type PostQuery = NonNullable<paths['/api/community']['get']['parameters']['query']>;
export type NewPost = BodyOf<paths['/api/community']['post']>;
export type PostChange = BodyOf<paths['/api/community/{id}']['patch']>;
export type Revision = DataOf<paths['/api/community/{id}/revisions']['get']>['revisions'][number];

export type Poll = NonNullable<Post['poll']>;
export type Question = Poll['questions'][number];
export type QuestionResult = NonNullable<Poll['results']>[number];
export type Answer = NonNullable<Poll['own_answers']>[number];
export type PollBody = NonNullable<NewPost['poll']>;
export type Voters = DataOf<paths['/api/community/{id}/voters']['get']>;

export type CommentPage = DataOf<paths['/api/community/{id}/comments']['get']>;
export type Comment = CommentPage['comments'][number];
export type NewComment = BodyOf<paths['/api/community/{id}/comments']['post']>;
export type Likes = DataOf<paths['/api/community/{id}/like']['put']>;

export type Revealed = DataOf<paths['/api/community/{id}/reveal']['post']>;
export type Profile = DataOf<paths['/api/community/profiles/{user_id}']['get']>;
export type Privacy = DataOf<paths['/api/community/profile']['get']>;
export type PrivacyChange = BodyOf<paths['/api/community/profile']['put']>;

/** What a frame of this feature tells. */
export type CommunityFrame = Frame<'community_event'>;
