<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Action</name>
    <message>
        <source>Open model folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>最近的运行</translation>
    </message>
    <message>
        <source>Close model</source>
        <translation>关闭模型</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>Compare with another text</source>
        <translation>与另一段文本比较</translation>
    </message>
    <message>
        <source>Show run A</source>
        <translation>显示运行 A</translation>
    </message>
    <message>
        <source>Show run B</source>
        <translation>显示运行 B</translation>
    </message>
    <message>
        <source>Next colour scale</source>
        <translation>下一种颜色标度</translation>
    </message>
    <message>
        <source>Next colour range</source>
        <translation>下一种颜色范围</translation>
    </message>
    <message>
        <source>Merge pieces into words</source>
        <translation>把词片合并成词</translation>
    </message>
    <message>
        <source>Mute special tokens</source>
        <translation>隐去特殊词元</translation>
    </message>
    <message>
        <source>All heads of the layer</source>
        <translation>本层的所有注意力头</translation>
    </message>
    <message>
        <source>Shade who looks at the token</source>
        <translation>改为显示谁在看这个词元</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>显示整张图</translation>
    </message>
    <message>
        <source>Centre the pinned pair</source>
        <translation>把固定的一对居中</translation>
    </message>
    <message>
        <source>Copy picture and numbers</source>
        <translation>复制图片和数值</translation>
    </message>
    <message>
        <source>Export this view…</source>
        <translation>导出当前视图…</translation>
    </message>
    <message>
        <source>Export the table of heads…</source>
        <translation>导出注意力头表格…</translation>
    </message>
    <message>
        <source>Export the strongest keys…</source>
        <translation>导出最强的键…</translation>
    </message>
    <message>
        <source>Export this head&apos;s pattern…</source>
        <translation>导出此注意力头的模式…</translation>
    </message>
    <message>
        <source>Export all patterns…</source>
        <translation>导出所有模式…</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色外观</translation>
    </message>
    <message>
        <source>Panel of numbers</source>
        <translation>数值面板</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Keys, and how to read this</source>
        <translation>快捷键与读图说明</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Export the overview…</source>
        <translation>导出总览…</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>关于此模型</translation>
    </message>
    <message>
        <source>Read typed special tokens as text</source>
        <translation>把文中的特殊词元当作普通文字</translation>
    </message>
    <message>
        <source>Let the token see all and be seen by all</source>
        <translation>让词元看到全部并被全部看到</translation>
    </message>
    <message>
        <source>Run B without this head, or with it again</source>
        <translation>在运行 B 中去掉或恢复该头</translation>
    </message>
    <message>
        <source>Open weights file or session…</source>
        <translation>打开权重文件或会话…</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Save the session as…</source>
        <translation>会话另存为…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Find commands, heads, words, models</source>
        <translation>查找命令、注意力头、词、模型</translation>
    </message>
    <message>
        <source>Open a list of texts…</source>
        <translation>打开文本列表…</translation>
    </message>
    <message>
        <source>Next text of the list</source>
        <translation>列表中的下一个文本</translation>
    </message>
    <message>
        <source>Previous text of the list</source>
        <translation>列表中的上一个文本</translation>
    </message>
    <message>
        <source>Put this text into the list, or take it out</source>
        <translation>把此文本加入列表，或从列表中去掉</translation>
    </message>
    <message>
        <source>Forget the list of texts</source>
        <translation>清除文本列表</translation>
    </message>
    <message>
        <source>Show how B differs from A</source>
        <translation>显示 B 与 A 的差异</translation>
    </message>
    <message>
        <source>Mean over the list of texts</source>
        <translation>对文本列表取平均</translation>
    </message>
    <message>
        <source>What is wrong with this model</source>
        <translation>此模型有什么问题</translation>
    </message>
    <message>
        <source>Largest, not the mean, of several heads</source>
        <translation>多个注意力头取最大值而非平均</translation>
    </message>
    <message>
        <source>Export the chart…</source>
        <translation>导出图表…</translation>
    </message>
    <message>
        <source>Stop, unpin, or one head again</source>
        <translation>停止、取消固定或只留一个头</translation>
    </message>
    <message>
        <source>Next chart</source>
        <translation>下一个图表</translation>
    </message>
    <message>
        <source>Open gold data…</source>
        <translation>打开标注数据…</translation>
    </message>
    <message>
        <source>Forget the gold data</source>
        <translation>关闭标注数据</translation>
    </message>
    <message>
        <source>A and B side by side</source>
        <translation>A 与 B 并排</translation>
    </message>
</context>
<context>
    <name>Change</name>
    <message>
        <source>B − A: %1 words compared</source>
        <translation>B − A：比较了 %1 个词</translation>
    </message>
    <message>
        <source>B − A: %1 tokens compared</source>
        <translation>B − A：比较了 %1 个词元</translation>
    </message>
    <message>
        <source>%1 only in A</source>
        <translation>仅 A 有 %1 个</translation>
    </message>
    <message>
        <source>%1 only in B</source>
        <translation>仅 B 有 %1 个</translation>
    </message>
    <message>
        <source>Where the weight of a head differs most, B − A</source>
        <translation>该头权重相差最大之处，B − A</translation>
    </message>
    <message>
        <source>Most changed: %1 → %2  %3 → %4</source>
        <translation>变化最大：%1 → %2  %3 → %4</translation>
    </message>
    <message>
        <source>Distance of the rows %1 (Jensen–Shannon, 0 the same, 1 nothing in common)</source>
        <translation>各行的距离 %1（Jensen–Shannon，0 为相同，1 为毫无共同之处）</translation>
    </message>
</context>
<context>
    <name>Check</name>
    <message>
        <source>%1: it has the shape %2, ours has %3 values</source>
        <translation>%1：其形状为 %2，本程序得到 %3 个值</translation>
    </message>
    <message>
        <source>%1: this model has no such values</source>
        <translation>%1：此模型没有这些值</translation>
    </message>
    <message>
        <source>%1 used, %2 ignored, %3 unexpected, %4 tied, none missing</source>
        <translation>使用 %1 个，忽略 %2 个，未预期 %3 个，共享 %4 个，无缺失</translation>
    </message>
    <message>
        <source>%1 used, %2 ignored, %3 unexpected, %4 tied, no %5: %6</source>
        <translation>使用 %1 个，忽略 %2 个，未预期 %3 个，共享 %4 个，没有 %5：%6</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>the first in %1</source>
        <translation>首个出现在 %1</translation>
    </message>
    <message>
        <source>%1 tokens, %2 heads</source>
        <translation>%1 个词元，%2 个头</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>完全相等</translation>
    </message>
    <message>
        <source>farthest in head %1</source>
        <translation>偏差最大的是头 %1</translation>
    </message>
    <message>
        <source>Tensors are complete</source>
        <translation>张量齐全</translation>
    </message>
    <message>
        <source>Weights are finite</source>
        <translation>权重均为有限值</translation>
    </message>
    <message>
        <source>A run computes finite numbers</source>
        <translation>运行结果均为有限值</translation>
    </message>
    <message>
        <source>Rows of every pattern sum to 1</source>
        <translation>每个模式的各行之和为 1</translation>
    </message>
    <message>
        <source>A second run gives the same numbers</source>
        <translation>再次运行结果相同</translation>
    </message>
    <message>
        <source>One thread gives the same numbers</source>
        <translation>单线程结果相同</translation>
    </message>
    <message>
        <source>the same model once more</source>
        <translation>同一模型再运行一次</translation>
    </message>
    <message>
        <source>loaded again, on one thread</source>
        <translation>重新加载，单线程</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>the run stops at: %1</source>
        <translation>运行停在：%1</translation>
    </message>
    <message>
        <source>scores of a row deviate by %1 from their mean</source>
        <translation>一行的分数与其均值的标准差为 %1</translation>
    </message>
    <message>
        <source>relative entropy %1</source>
        <translation>相对熵 %1</translation>
    </message>
    <message>
        <source>its value and output weights are %1 times the layer&apos;s median</source>
        <translation>其值权重与输出权重是本层中位数的 %1 倍</translation>
    </message>
    <message>
        <source>without it the last hidden state changes by %1 of its norm</source>
        <translation>没有它，最后的隐藏状态变化为其范数的 %1</translation>
    </message>
    <message>
        <source>%1 of the weight is there, and %2 of what the head adds</source>
        <translation>%1 的权重在那里，占该头所加内容的 %2</translation>
    </message>
    <message>
        <source>its weights differ from those of %1 by %2 of a row</source>
        <translation>其权重与 %1 的相差每行 %2</translation>
    </message>
    <message>
        <source>%1 tokens take %2 GB in every layer</source>
        <translation>%1 个词元在每层占用 %2 GB</translation>
    </message>
    <message>
        <source>Numbers that are not finite</source>
        <translation>非有限数值</translation>
    </message>
    <message>
        <source>Overflow in 16 bits, a division by zero, or a loss that ran away; or the file was damaged.</source>
        <translation>16 位溢出、除以零，或损失失控；也可能是文件损坏。</translation>
    </message>
    <message>
        <source>Go back to the last sound checkpoint. Train in bfloat16 or with loss scaling, clip gradients, warm up longer, lower the learning rate.</source>
        <translation>回到最后一个完好的检查点。用 bfloat16 或损失缩放训练，裁剪梯度，延长预热，降低学习率。</translation>
    </message>
    <message>
        <source>Huge weights</source>
        <translation>权重过大</translation>
    </message>
    <message>
        <source>A learning rate that was too high, no weight decay, or a gain of initialisation that was too large.</source>
        <translation>学习率过高、没有权重衰减，或初始化增益过大。</translation>
    </message>
    <message>
        <source>Clip gradients, decay weights, lower the learning rate of this group of parameters; 16-bit floats end at 65504.</source>
        <translation>裁剪梯度，使用权重衰减，降低这组参数的学习率；16 位浮点数最大为 65504。</translation>
    </message>
    <message>
        <source>Exploding scores</source>
        <translation>分数爆炸</translation>
    </message>
    <message>
        <source>Scores are not divided by √d, or W_Q and W_K began or grew too large: softmax then takes one key, and its gradient is nearly zero.</source>
        <translation>分数没有除以 √d，或 W_Q 和 W_K 初始过大或增长过大：此时 softmax 只取一个键，其梯度几乎为零。</translation>
    </message>
    <message>
        <source>Divide by √d; initialise so that scores have variance 1; normalise q and k; warm up, and give W_Q and W_K a lower learning rate or more weight decay.</source>
        <translation>除以 √d；初始化使分数方差为 1；对 q 和 k 归一化；使用预热，并给 W_Q 和 W_K 更低的学习率或更强的权重衰减。</translation>
    </message>
    <message>
        <source>Saturated heads</source>
        <translation>饱和的头</translation>
    </message>
    <message>
        <source>Nearly every row puts all its weight on one key. A head that copies from one place has to, but it can hardly learn anything else: its gradient is nearly zero.</source>
        <translation>几乎每一行都把全部权重放在一个键上。从一处复制的头必须如此，但它几乎学不到别的：其梯度几乎为零。</translation>
    </message>
    <message>
        <source>Nothing, if the place makes sense. Else a smaller gain or learning rate of W_Q and W_K, or dropout on the weights.</source>
        <translation>如果那个位置合理，则无需处理。否则减小 W_Q 和 W_K 的增益或学习率，或对权重使用 dropout。</translation>
    </message>
    <message>
        <source>Uniform heads</source>
        <translation>均匀的头</translation>
    </message>
    <message>
        <source>Nearly even weights are what a head has before training: q or k are too small, or get no gradient. Some trained heads average on purpose.</source>
        <translation>几乎平均的权重正是头在训练前的样子：q 或 k 太小，或得不到梯度。有些训练过的头是有意取平均的。</translation>
    </message>
    <message>
        <source>Look at the gradient norms of W_Q and W_K; raise the gain of their initialisation or their learning rate; switch the head off to see whether it matters.</source>
        <translation>查看 W_Q 和 W_K 的梯度范数；提高其初始化增益或学习率；关闭该头看看是否有影响。</translation>
    </message>
    <message>
        <source>Heads dead by weights</source>
        <translation>权重失效的头</translation>
    </message>
    <message>
        <source>W_V or W_O of the head is almost zero: pruned, decayed away, or never reached by a gradient.</source>
        <translation>该头的 W_V 或 W_O 几乎为零：被剪枝、衰减殆尽，或从未得到梯度。</translation>
    </message>
    <message>
        <source>Prune the head, which costs nothing, or initialise it anew and train on.</source>
        <translation>剪掉该头，不会有任何损失；或重新初始化后继续训练。</translation>
    </message>
    <message>
        <source>Heads dead by effect</source>
        <translation>效果失效的头</translation>
    </message>
    <message>
        <source>What the head adds is tiny beside what its layer adds, at least in this text.</source>
        <translation>至少在这段文本中，该头加上的内容与本层相比微不足道。</translation>
    </message>
    <message>
        <source>Look at more texts before pruning it: a head can wait for its occasion.</source>
        <translation>剪枝之前先看更多文本：有的头只在特定场合起作用。</translation>
    </message>
    <message>
        <source>Identical heads</source>
        <translation>相同的头</translation>
    </message>
    <message>
        <source>Heads that were copied, tied, or initialised alike get the same gradients and stay alike.</source>
        <translation>被复制、绑定或以相同方式初始化的头会得到相同的梯度，并一直相同。</translation>
    </message>
    <message>
        <source>Initialise each head with other random numbers; keep one of them and prune the others.</source>
        <translation>用不同的随机数初始化每个头；保留其中一个，剪掉其余的。</translation>
    </message>
    <message>
        <source>Layers that look untrained</source>
        <translation>看似未经训练的层</translation>
    </message>
    <message>
        <source>The layer was added or initialised again and not trained, was frozen from the start, or its tensors were not found under their names when the model was loaded before it was saved.</source>
        <translation>该层是新添加或重新初始化后没有训练的，或从一开始就被冻结，或者在保存之前加载模型时没有按名称找到它的张量。</translation>
    </message>
    <message>
        <source>Look for &quot;newly initialized&quot; in the log of loading; check that the optimiser has the layer&apos;s parameters, and the learning rate of their group.</source>
        <translation>在加载日志中查找“newly initialized”；检查优化器是否包含该层的参数，以及这组参数的学习率。</translation>
    </message>
    <message>
        <source>Sinks</source>
        <translation>汇聚</translation>
    </message>
    <message>
        <source>Weights of a row must add up to 1, so that a head with nothing to do rests on a special token or the first one, mostly with a short value.</source>
        <translation>一行的权重之和必须为 1，因此无事可做的头会停在特殊词元或首个词元上，其值向量大多很短。</translation>
    </message>
    <message>
        <source>Nothing: it is normal. Leave these tokens out of pictures, keep the first tokens in a cache that slides; a learned sink or softmax-off-by-one avoids them.</source>
        <translation>无需处理：这是正常的。画图时去掉这些词元，滑动缓存中保留最前面的词元；可学习的汇聚项或 softmax-off-by-one 可以避免它。</translation>
    </message>
    <message>
        <source>Patterns of long inputs do not fit into memory</source>
        <translation>长输入的注意力图放不进内存</translation>
    </message>
    <message>
        <source>Weights of all heads of a layer grow with the square of the length.</source>
        <translation>一层所有头的权重数量随长度的平方增长。</translation>
    </message>
    <message>
        <source>Use memory-efficient or chunked attention (FlashAttention, scaled_dot_product_attention), windows, or gradient checkpoints for training; Headscope makes patterns in panels and needs none of it.</source>
        <translation>使用节省内存或分块的注意力（FlashAttention、scaled_dot_product_attention）、窗口，训练时使用梯度检查点；Headscope 按小块计算注意力图，不需要这些。</translation>
    </message>
    <message>
        <source>%1 of %2 numbers are infinite or no number</source>
        <translation>%2 个数中有 %1 个是无穷大或非数</translation>
    </message>
    <message>
        <source>the largest number is %1</source>
        <translation>最大的数为 %1</translation>
    </message>
    <message>
        <source>the largest singular values of its projections are at most %1 times those of random numbers of the same shape; training makes some of them larger</source>
        <translation>其投影矩阵的最大奇异值至多是同形状随机数的 %1 倍；训练会使其中一些变大</translation>
    </message>
    <message>
        <source>%1 of %2 heads; the first:</source>
        <translation>%2 个头中有 %1 个；第一个：</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>%1 does not exist. Check the path.</source>
        <translation>%1 不存在。请检查路径。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: permission denied. Change its permissions or choose another place.</source>
        <translation>无法打开 %1：没有权限。请修改其权限，或选择别的位置。</translation>
    </message>
    <message>
        <source>%1 is not a regular file. Choose a file, not a folder, pipe or device.</source>
        <translation>%1 不是普通文件。请选择一个文件，而不是文件夹、管道或设备。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 became shorter while it was open. Open it again when it is completely written.</source>
        <translation>%1 在打开期间变短了。请等它写完后再重新打开。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but such a file may have at most %3.</source>
        <translation>%1 有 %2 字节，而这类文件最多允许 %3 字节。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. Nothing was changed; choose another place.</source>
        <translation>无法写入 %1：%2。没有改动任何内容；请选择别的位置。</translation>
    </message>
    <message>
        <source>There is not enough memory for %1. Use a shorter text or a smaller model.</source>
        <translation>内存不足，无法完成%1。请使用更短的文本或更小的模型。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: %3 at byte %2.</source>
        <translation>%1 不是有效的 JSON：第 %2 字节处，%3。</translation>
    </message>
    <message>
        <source>%1 is nested deeper than %2 levels, which no real file of its kind is.</source>
        <translation>%1 的嵌套超过 %2 层，真实的这类文件不会如此。</translation>
    </message>
    <message>
        <source>%1 has the key &quot;%2&quot; twice. Remove one of them.</source>
        <translation>%1 中的键“%2”出现了两次。请删去其中一个。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; must be %3.</source>
        <translation>%1：“%2”必须是 %3。</translation>
    </message>
    <message>
        <source>%1 has no &quot;%2&quot;, which is needed.</source>
        <translation>%1 缺少必需的“%2”。</translation>
    </message>
    <message>
        <source>%1 has no config.json. Choose the folder that holds config.json and the weights, or describe the weights in a headscope.json.</source>
        <translation>%1 中没有 config.json。请选择同时含有 config.json 和权重的文件夹，或用 headscope.json 描述这些权重。</translation>
    </message>
    <message>
        <source>%1 has no config.json, but its weights look like %2. Only the number of heads cannot be read from them; write it down with &quot;headscope describe %1 --heads N&quot;.</source>
        <translation>%1 中没有 config.json，但其权重看起来是 %2。只有注意力头数无法从权重中读出；请用“headscope describe %1 --heads N”写明。</translation>
    </message>
    <message>
        <source>%1 has no weights. Headscope reads model.safetensors and pytorch_model.bin, one file or sharded; copy them into the folder.</source>
        <translation>%1 中没有权重。Headscope 读取 model.safetensors 和 pytorch_model.bin（单个文件或分片）；请把它们复制到该文件夹。</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the weights themselves. Run &quot;git lfs pull&quot; in its folder.</source>
        <translation>%1 只是 Git LFS 指针，不是权重本身。请在其文件夹中运行“git lfs pull”。</translation>
    </message>
    <message>
        <source>%1 is in a format that Headscope does not read (%2). Save the model as safetensors.</source>
        <translation>%1 的格式 Headscope 无法读取（%2）。请把模型另存为 safetensors。</translation>
    </message>
    <message>
        <source>%1 holds only an adapter (LoRA or similar), not a model. Merge it into its base model and save that.</source>
        <translation>%1 只含适配器（LoRA 之类），不是完整模型。请先合并到基础模型，再保存。</translation>
    </message>
    <message>
        <source>%1 holds only an adapter (LoRA or similar) of %2, not a model. Merge it into %2 and save that, or open %2 itself.</source>
        <translation>%1 只含 %2 的适配器（LoRA 之类），不是完整模型。请先合并到 %2 再保存，或直接打开 %2。</translation>
    </message>
    <message>
        <source>%1 is quantised (%2), which Headscope does not compute. Use a copy of the model in F32, F16 or BF16.</source>
        <translation>%1 经过量化（%2），Headscope 无法计算。请使用该模型的 F32、F16 或 BF16 版本。</translation>
    </message>
    <message>
        <source>%1 is too short to be a safetensors file (%2 bytes). Download or save it again.</source>
        <translation>%1 太短（%2 字节），不可能是 safetensors 文件。请重新下载或保存。</translation>
    </message>
    <message>
        <source>%1 claims a safetensors header of %2 bytes; at most %3 are allowed. The file is damaged or not safetensors.</source>
        <translation>%1 声称其 safetensors 头有 %2 字节，而最多允许 %3 字节。文件已损坏，或不是 safetensors。</translation>
    </message>
    <message>
        <source>%1 ends inside its safetensors header. The file is incomplete; download or save it again.</source>
        <translation>%1 在 safetensors 头中途就结束了。文件不完整，请重新下载或保存。</translation>
    </message>
    <message>
        <source>%1 has a safetensors header that is not UTF-8 text. The file is damaged.</source>
        <translation>%1 的 safetensors 头不是 UTF-8 文本。文件已损坏。</translation>
    </message>
    <message>
        <source>%1 has a damaged safetensors header: %2. Download or save it again.</source>
        <translation>%1 的 safetensors 头已损坏：%2。请重新下载或保存。</translation>
    </message>
    <message>
        <source>%1 lists more than %2 tensors, which no model has.</source>
        <translation>%1 列出了超过 %2 个张量，没有模型会有这么多。</translation>
    </message>
    <message>
        <source>%1 lists the tensor %2 twice. The file is damaged.</source>
        <translation>%1 把张量 %2 列出了两次。文件已损坏。</translation>
    </message>
    <message>
        <source>%1: the bytes of tensor %2 overlap others or leave a gap. The file is damaged; save it again.</source>
        <translation>%1：张量 %2 的字节与别的重叠，或留有空隙。文件已损坏，请重新保存。</translation>
    </message>
    <message>
        <source>%1: tensor %2 has %3 bytes, but its shape and type need %4. The file is damaged.</source>
        <translation>%1：张量 %2 有 %3 字节，而按其形状和类型需要 %4 字节。文件已损坏。</translation>
    </message>
    <message>
        <source>%1: the shape of tensor %2 is impossibly large. The file is damaged.</source>
        <translation>%1：张量 %2 的形状大得不可能。文件已损坏。</translation>
    </message>
    <message>
        <source>%1: the elements of tensor %2 do not fill whole bytes. The file is damaged.</source>
        <translation>%1：张量 %2 的元素没有填满整字节。文件已损坏。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but its header describes %3. The file is incomplete or damaged; download it again.</source>
        <translation>%1 有 %2 字节，而文件头描述的是 %3 字节。文件不完整或已损坏，请重新下载。</translation>
    </message>
    <message>
        <source>%1 is a damaged or unusual zip archive: %2. Download or save it again.</source>
        <translation>%1 是损坏或异常的 zip 压缩包：%2。请重新下载或保存。</translation>
    </message>
    <message>
        <source>%1 is not a PyTorch checkpoint that can be read: %2. Download it again, or save the model as safetensors.</source>
        <translation>%1 不是可以读取的 PyTorch 检查点：%2。请重新下载，或把模型另存为 safetensors。</translation>
    </message>
    <message>
        <source>%1 wants to run %2. Headscope runs nothing that a file brings and reads only tensors: save the state_dict alone, or the model as safetensors.</source>
        <translation>%1 要求运行 %2。Headscope 不运行文件带来的任何代码，只读取张量：请只保存 state_dict，或把模型另存为 safetensors。</translation>
    </message>
    <message>
        <source>%1 is a GGUF file, whose weights and tokenizer only come close to the model&apos;s own. Open the safetensors original instead: %2.</source>
        <translation>%1 是 GGUF 文件，其权重和分词器只是接近模型本身。请改为打开 safetensors 原版：%2。</translation>
    </message>
    <message>
        <source>%1: the NumPy array %2 cannot be read: %3. Save it again as little-endian numbers.</source>
        <translation>%1：无法读取 NumPy 数组 %2：%3。请重新保存为小端序的数值。</translation>
    </message>
    <message>
        <source>%1 names the shard &quot;%2&quot;, which is not a plain file name in the same folder.</source>
        <translation>%1 指定的分片“%2”不是同一文件夹中的普通文件名。</translation>
    </message>
    <message>
        <source>%1 lists the shard %2, which is missing. Download or copy the whole folder.</source>
        <translation>%1 列出的分片 %2 不存在。请下载或复制整个文件夹。</translation>
    </message>
    <message>
        <source>%1 has no tensor %2.</source>
        <translation>%1 中没有张量 %2。</translation>
    </message>
    <message>
        <source>%1: tensor %2 is stored as %3, which Headscope does not compute. Save the model in F32, F16 or BF16.</source>
        <translation>%1：张量 %2 以 %3 存储，Headscope 无法计算。请把模型保存为 F32、F16 或 BF16。</translation>
    </message>
    <message>
        <source>%1 is a model of type &quot;%2&quot;, which Headscope does not know. Known types: %3.</source>
        <translation>%1 的模型类型是“%2”，Headscope 不认识。已知类型：%3。</translation>
    </message>
    <message>
        <source>%1: %2 is %3, which is not possible: %4.</source>
        <translation>%1：%2 为 %3，这不可能：%4。</translation>
    </message>
    <message>
        <source>%1 has the field &quot;%2&quot;, which means nothing here. Known fields: %3.</source>
        <translation>%1 含有字段“%2”，它在此没有意义。已知字段：%3。</translation>
    </message>
    <message>
        <source>%1 uses %2, which Headscope does not compute yet.</source>
        <translation>%1 使用了 %2，Headscope 尚不能计算。</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors that the model needs: %3. Save the complete model again.</source>
        <translation>%1 缺少模型所需的 %2 个张量：%3。请重新保存完整的模型。</translation>
    </message>
    <message>
        <source>%1: tensor %2 has the shape %3, but the configuration needs %4. Check that it belongs to these weights.</source>
        <translation>%1：张量 %2 的形状是 %3，而配置要求 %4。请确认该配置与这些权重相配。</translation>
    </message>
    <message>
        <source>There is no head %1: %2.</source>
        <translation>没有注意力头 %1：%2。</translation>
    </message>
    <message>
        <source>%1 has no %2 in its weights, so it cannot be computed. Leave it out.</source>
        <translation>%1 的权重中没有 %2，因此无法计算。请不要选它。</translation>
    </message>
    <message>
        <source>%1 computes values that are not finite (%2). Its weights are damaged, or too large for 32 bits.</source>
        <translation>%1 算出了非有限的数值（%2）。其权重已损坏，或超出了 32 位的范围。</translation>
    </message>
    <message>
        <source>%1 has no tokenizer (tokenizer.json, vocab.txt, or vocab.json with merges.txt). Add it, or give token ids.</source>
        <translation>%1 没有分词器（tokenizer.json、vocab.txt，或 vocab.json 加 merges.txt）。请补上它，或直接给出词元编号。</translation>
    </message>
    <message>
        <source>%1 has no embeddings, so it reads neither a text nor ids. Give one vector of %2 numbers per position as an .npy file.</source>
        <translation>%1 没有嵌入层，因此既不能读文本也不能读词元编号。请用 .npy 文件为每个位置给出一个含 %2 个数的向量。</translation>
    </message>
    <message>
        <source>%1 cannot be the input of the model: %2. Save an array of shape [positions, width] in F64, F32 or F16.</source>
        <translation>%1 不能作为模型的输入：%2。请保存形状为 [位置数, 宽度] 的 F64、F32 或 F16 数组。</translation>
    </message>
    <message>
        <source>%1 is not a usable tokenizer: %2.</source>
        <translation>%1 不是可用的分词器：%2。</translation>
    </message>
    <message>
        <source>%1 uses the %2 &quot;%3&quot;, which Headscope does not have yet. Give token ids instead.</source>
        <translation>%1 使用了 %2“%3”，Headscope 尚不支持。请改为给出词元编号。</translation>
    </message>
    <message>
        <source>The text is not valid UTF-8 at byte %1. Save it as UTF-8.</source>
        <translation>文本在第 %1 字节处不是有效的 UTF-8。请保存为 UTF-8。</translation>
    </message>
    <message>
        <source>There is nothing to look at: the input has no tokens. Type a text.</source>
        <translation>没有可看的内容：输入不含任何词元。请输入一段文本。</translation>
    </message>
    <message>
        <source>The text has %1 tokens, but the model reads at most %2. Shorten it, or ask for it to be cut.</source>
        <translation>文本有 %1 个词元，而模型最多读取 %2 个。请缩短文本，或让程序截断。</translation>
    </message>
    <message>
        <source>There is no token %1: the model&apos;s vocabulary has the ids 0 to %2.</source>
        <translation>没有词元 %1：模型词表的编号是 0 到 %2。</translation>
    </message>
    <message>
        <source>There is no token at position %1: the text has the positions 0 to %2.</source>
        <translation>位置 %1 上没有词元：文本的位置是 0 到 %2。</translation>
    </message>
    <message>
        <source>The model &quot;%1&quot; has no global tokens: do not name any, every token is treated alike.</source>
        <translation>模型“%1”没有全局词元：请不要指定，所有词元一视同仁。</translation>
    </message>
    <message>
        <source>The word &quot;%1&quot; is not in the text. Its words are: %2.</source>
        <translation>文本中没有词“%1”。其中的词有：%2。</translation>
    </message>
    <message>
        <source>The word &quot;%1&quot; stands more than once in the text. Choose one of: %2.</source>
        <translation>词“%1”在文本中出现了不止一次。请从中选择：%2。</translation>
    </message>
    <message>
        <source>There is no built-in example &quot;%1&quot;. Built in: %2.</source>
        <translation>没有内置示例“%1”。内置的有：%2。</translation>
    </message>
    <message>
        <source>%1 does not end in a known format. Known for this: %2.</source>
        <translation>%1 的后缀不是已知格式。此处可用：%2。</translation>
    </message>
    <message>
        <source>There is no view &quot;%1&quot;. Views: %2.</source>
        <translation>没有视图“%1”。可用视图：%2。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>The gate of head %1 is %2, but a gate lies between 0, which removes the head, and 2.</source>
        <translation>注意力头 %1 的门控值是 %2，但门控值必须在 0（去掉该头）到 2 之间。</translation>
    </message>
    <message>
        <source>Head %1 has two gates. Give it one.</source>
        <translation>注意力头 %1 有两个门控值。请只给一个。</translation>
    </message>
    <message>
        <source>%1, line %2: %3.</source>
        <translation>%1 第 %2 行：%3。</translation>
    </message>
    <message>
        <source>%1 is the state of a measurement with other settings (%2). Use those again, or remove the file to begin anew.</source>
        <translation>%1 是另一种设置下的测量状态（%2）。请使用原来的设置，或删除该文件重新开始。</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be merged: %3.</source>
        <translation>%1 和 %2 不能合并：%3。</translation>
    </message>
    <message>
        <source>Text %1 of the mean does not have its tokens, words and special tokens at the same places as the first. Leave it out.</source>
        <translation>求平均的第 %1 个文本，其词元、词和特殊词元的位置与第一个文本不一致。请去掉它。</translation>
    </message>
    <message>
        <source>No other text of the list has tokens, words and special tokens at the same places as this one, which a mean over both needs. Choose another text.</source>
        <translation>列表中没有其他文本的词元、词和特殊词元与当前文本位置一致，而求平均需要位置一致。请换一个文本。</translation>
    </message>
    <message>
        <source>A text that was cut to fit has no mean with others. Shorten it first.</source>
        <translation>被截断的文本不能与其他文本求平均。请先缩短它。</translation>
    </message>
</context>
<context>
    <name>Fact</name>
    <message>
        <source>%1 (config.json says %2, but the weights have no more)</source>
        <translation>%1（config.json 写的是 %2，但权重中没有更多层）</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>learned, counted from the padding id on</source>
        <translation>可学习，从填充 id 起计</translation>
    </message>
    <message>
        <source>distances that content attends to</source>
        <translation>内容与距离相互注意</translation>
    </message>
    <message>
        <source>a learned bias for buckets of distances</source>
        <translation>按距离分桶的可学习偏置</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>heads per layer</source>
        <translation>每层头数</translation>
    </message>
    <message>
        <source>key/value heads</source>
        <translation>键/值头数</translation>
    </message>
    <message>
        <source>model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>head width</source>
        <translation>头宽度</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>longest text, tokens</source>
        <translation>最长文本（词元）</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>stored as</source>
        <translation>存储类型</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>tensors found</source>
        <translation>找到的张量</translation>
    </message>
    <message>
        <source>tensors used</source>
        <translation>使用的张量</translation>
    </message>
    <message>
        <source>tensors ignored</source>
        <translation>忽略的张量</translation>
    </message>
    <message>
        <source>tensors tied</source>
        <translation>共享的张量</translation>
    </message>
    <message>
        <source>tensors missing</source>
        <translation>缺失的张量</translation>
    </message>
    <message>
        <source>tensors unexpected</source>
        <translation>未预期的张量</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>family</source>
        <translation>家族</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>none: give input vectors</source>
        <translation>无：请输入向量</translation>
    </message>
    <message>
        <source>none: give token ids</source>
        <translation>无：请输入词元 id</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>outputs unavailable</source>
        <translation>不可用的输出</translation>
    </message>
    <message>
        <source>tokens of a run</source>
        <translation>一次运行的词元数</translation>
    </message>
    <message>
        <source>largest layer as floats</source>
        <translation>最大的层（浮点）</translation>
    </message>
    <message>
        <source>all layers as floats</source>
        <translation>所有层（浮点）</translation>
    </message>
    <message>
        <source>of these in memory, at most</source>
        <translation>其中最多驻留内存</translation>
    </message>
    <message>
        <source>beside the weights</source>
        <translation>权重之外</translation>
    </message>
    <message>
        <source>memory of that run</source>
        <translation>该次运行的内存</translation>
    </message>
    <message>
        <source>causal, window %1</source>
        <translation>因果，窗口 %1</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>from layer %1 causal</source>
        <translation>从第 %1 层起因果</translation>
    </message>
    <message>
        <source>from layer %1 none</source>
        <translation>从第 %1 层起无</translation>
    </message>
    <message>
        <source>from layer %1 causal, window %2</source>
        <translation>从第 %1 层起因果，窗口 %2</translation>
    </message>
    <message>
        <source>from layer %1 window %2</source>
        <translation>从第 %1 层起窗口 %2</translation>
    </message>
    <message>
        <source>no global tokens unless named</source>
        <translation>除非指定，否则没有全局词元</translation>
    </message>
    <message>
        <source>the first token is global unless others are named</source>
        <translation>第一个词元是全局的，除非另行指定</translation>
    </message>
    <message>
        <source>the question is global unless other tokens are named</source>
        <translation>问题部分是全局的，除非另行指定</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>line width: attention weight</source>
        <translation>线宽：注意力权重</translation>
    </message>
    <message>
        <source>Layer %1 · Head %2 (%3)</source>
        <translation>第 %1 层 · 第 %2 头（%3）</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>√</source>
        <translation>√</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>whole map</source>
        <translation>整图</translation>
    </message>
    <message>
        <source>per row</source>
        <translation>逐行</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>Ink</source>
        <translation>墨色</translation>
    </message>
    <message>
        <source>Tone scale: %1, %2</source>
        <translation>色调标度：%1，%2</translation>
    </message>
    <message>
        <source>This layer has no attention.</source>
        <translation>这一层没有注意力。</translation>
    </message>
    <message>
        <source>rows attend to columns</source>
        <translation>行关注列</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>注意力流</translation>
    </message>
    <message>
        <source>Arcs</source>
        <translation>弧线图</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有注意力头</translation>
    </message>
    <message>
        <source>layers down, heads across</source>
        <translation>纵向为层，横向为头</translation>
    </message>
    <message>
        <source>%1 by layer</source>
        <translation>逐层%1</translation>
    </message>
    <message>
        <source>smallest, quartiles and largest of the heads</source>
        <translation>各头的最小值、四分位数和最大值</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>no attention</source>
        <translation>无注意力</translation>
    </message>
    <message>
        <source>no keys</source>
        <translation>无键</translation>
    </message>
    <message>
        <source>key →</source>
        <translation>键 →</translation>
    </message>
    <message>
        <source>query ↓</source>
        <translation>查询 ↓</translation>
    </message>
    <message>
        <source>share of the row&apos;s maximum</source>
        <translation>占该行最大值的比例</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>%1 scale · %2</source>
        <extracomment>%1 is the tone scale (linear, √, log), %2 what its end stands for (whole map, per row, 0 to 1)</extracomment>
        <translation>%1标度 · %2</translation>
    </message>
    <message>
        <source>words %1 to %2 of %3, %4 hidden</source>
        <translation>第 %1 至 %2 个词，共 %3 个，%4 个未显示</translation>
    </message>
    <message>
        <source>tokens %1 to %2 of %3, %4 hidden</source>
        <translation>第 %1 至 %2 个词元，共 %3 个，%4 个未显示</translation>
    </message>
    <message>
        <source>gates %1</source>
        <translation>门控 %1</translation>
    </message>
    <message>
        <source>sum of key, mean of query pieces</source>
        <translation>键片段求和，查询片段取平均</translation>
    </message>
    <message>
        <source>Map of heads</source>
        <translation>注意力头分布图</translation>
    </message>
    <message>
        <source>more in B</source>
        <translation>B 中更多</translation>
    </message>
    <message>
        <source>less in B</source>
        <translation>B 中更少</translation>
    </message>
    <message>
        <source>line width: change of weight, B − A</source>
        <translation>线宽：权重的变化，B − A</translation>
    </message>
    <message>
        <source>%1 scale · all heads</source>
        <extracomment>%1 is the tone scale (linear, √, log)</extracomment>
        <translation>%1标度 · 所有注意力头</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅 B 有</translation>
    </message>
    <message>
        <source>B − A, share of the row&apos;s maximum</source>
        <translation>B − A，占该行最大值的比例</translation>
    </message>
    <message>
        <source>B − A, attention weight</source>
        <translation>B − A，注意力权重</translation>
    </message>
    <message numerus="yes">
        <source>mean over %n text(s)</source>
        <translation>
            <numerusform>%n 个文本的平均</numerusform>
        </translation>
    </message>
    <message>
        <source>Every head by %1 and %2</source>
        <translation>每个注意力头的%1与%2</translation>
    </message>
    <message>
        <source>Attention by distance</source>
        <translation>按距离的注意力</translation>
    </message>
    <message>
        <source>Key − query (tokens)</source>
        <translation>键 − 查询（词元）</translation>
    </message>
    <message>
        <source>Mean weight</source>
        <translation>平均权重</translation>
    </message>
    <message>
        <source>Entropy along the text</source>
        <translation>沿文本的熵</translation>
    </message>
    <message>
        <source>Query (token)</source>
        <translation>查询（词元）</translation>
    </message>
    <message>
        <source>Entropy (nats)</source>
        <translation>熵（奈特）</translation>
    </message>
    <message>
        <source>%1 heads: %2</source>
        <translation>%1 个头：%2</translation>
    </message>
    <message>
        <source>Mean of %1 heads: %2</source>
        <translation>%1 个头的平均：%2</translation>
    </message>
    <message>
        <source>Largest of %1 heads: %2</source>
        <translation>%1 个头的最大值：%2</translation>
    </message>
    <message>
        <source>colour: kind of head</source>
        <translation>颜色：头的类型</translation>
    </message>
    <message>
        <source>%1: no head has a value here</source>
        <translation>%1：这里没有注意力头有数值</translation>
    </message>
    <message>
        <source>smallest to largest head</source>
        <translation>从最小的头到最大的头</translation>
    </message>
    <message>
        <source>sorted, largest first</source>
        <translation>从大到小排列</translation>
    </message>
    <message>
        <source>Stress %1: read distances with care</source>
        <translation>应力 %1：距离须谨慎解读</translation>
    </message>
    <message>
        <source>Stress %1: distances are approximate</source>
        <translation>应力 %1：距离是近似的</translation>
    </message>
    <message>
        <source>near: look alike; colour: cluster</source>
        <translation>越近越相似；颜色：聚类</translation>
    </message>
    <message>
        <source>Heads that look at the same are near each other: their distance is the square root of the Jensen–Shannon divergence of their rows, mean over rows. Stress is by how much of their size the distances on the plane are wrong (Kruskal 1964): 0 not at all, above %1 read them with care. Colours are clusters by average linkage.</source>
        <translation>看向相同位置的头彼此靠近：距离是各行 Jensen–Shannon 散度（对行取平均）的平方根。应力是平面上的距离相对其大小的误差（Kruskal 1964）：0 表示没有误差，大于 %1 时须谨慎解读。颜色是平均连接法得到的聚类。</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>聚类 %1</translation>
    </message>
    <message>
        <source>nearest %1, at distance %2</source>
        <translation>最近 %1，距离 %2</translation>
    </message>
    <message>
        <source>CKA of outputs %1</source>
        <translation>输出的 CKA %1</translation>
    </message>
    <message>
        <source>Types of heads over training</source>
        <translation>训练过程中的头类型</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Cases over training</source>
        <translation>训练过程中的用例</translation>
    </message>
    <message>
        <source>Margin (below 0: failed)</source>
        <translation>余量（小于 0：未通过）</translation>
    </message>
    <message>
        <source>%1 over training</source>
        <translation>训练过程中的%1</translation>
    </message>
    <message>
        <source>Step of training</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source> (checkpoints left out: %1)</source>
        <translation>（略去的检查点：%1）</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Gold: %1</source>
        <translation>标注：%1</translation>
    </message>
    <message>
        <source>Gold, possible: %1</source>
        <translation>标注（可能）：%1</translation>
    </message>
    <message>
        <source>%1: nothing about this text</source>
        <translation>%1：没有关于这段文本的标注</translation>
    </message>
    <message>
        <source>%1: %2 of %3 links are the strongest of their word</source>
        <translation>%1：%3 个联系中有 %2 个是该词最强的联系</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>可能</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅 A 有</translation>
    </message>
    <message>
        <source>map without sinks</source>
        <translation>除汇聚键外的整图</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s): %1 of the change</source>
        <translation>
            <numerusform>%n 条线：占变化的 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s): %1 of the weight</source>
        <translation>
            <numerusform>%n 条线：占权重的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 muted with special tokens</source>
        <translation>，随特殊词元隐去 %1</translation>
    </message>
    <message>
        <source>up: back · down: ahead</source>
        <translation>上方：向前看 · 下方：向后看</translation>
    </message>
    <message>
        <source>left attends to right</source>
        <translation>左侧关注右侧</translation>
    </message>
</context>
<context>
    <name>FigureFormat</name>
    <message>
        <source>PNG image</source>
        <translation>PNG 图像</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG 矢量图</translation>
    </message>
    <message>
        <source>PDF document</source>
        <translation>PDF 文档</translation>
    </message>
</context>
<context>
    <name>HeadType</name>
    <message>
        <source>No simple pattern: the weight follows what the tokens are</source>
        <translation>没有简单的模式：权重取决于词元的内容</translation>
    </message>
    <message>
        <source>%1 of the weight goes to the previous token</source>
        <translation>%1 的权重给了前一个词元</translation>
    </message>
    <message>
        <source>%1 of the weight goes to the next token</source>
        <translation>%1 的权重给了后一个词元</translation>
    </message>
    <message>
        <source>%1 of the weight stays on the token itself</source>
        <translation>%1 的权重留在词元自身</translation>
    </message>
    <message>
        <source>Special tokens receive %1 of the weight</source>
        <translation>特殊词元得到 %1 的权重</translation>
    </message>
    <message>
        <source>%1 of the weight stays within two tokens</source>
        <translation>%1 的权重在两个词元以内</translation>
    </message>
    <message>
        <source>The entropy is %1 of its maximum: nearly even weights</source>
        <translation>熵达到最大值的 %1：权重几乎均匀</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>后一词元</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Sink</source>
        <translation>汇聚</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Broad</source>
        <translation>弥散</translation>
    </message>
</context>
<context>
    <name>Key</name>
    <message>
        <source>Arrows in the overview</source>
        <translation>总览中的方向键</translation>
    </message>
    <message>
        <source>Previous and next head, layer</source>
        <translation>前一个、后一个头或层</translation>
    </message>
    <message>
        <source>Arrows in the map</source>
        <translation>图中的方向键</translation>
    </message>
    <message>
        <source>Move the pinned pair</source>
        <translation>移动固定的一对</translation>
    </message>
    <message>
        <source>Wheel, double click</source>
        <translation>滚轮，双击</translation>
    </message>
    <message>
        <source>Zoom at the pointer, show all</source>
        <translation>以指针为中心缩放，显示全部</translation>
    </message>
    <message>
        <source>Click, Shift+click on a word</source>
        <translation>单击、按住 Shift 单击一个词</translation>
    </message>
    <message>
        <source>Pin the token, the other end of a pair</source>
        <translation>固定词元、固定一对的另一端</translation>
    </message>
    <message>
        <source>Ctrl+1, Ctrl+2, …</source>
        <translation>Ctrl+1、Ctrl+2……</translation>
    </message>
    <message>
        <source>The big views, from left to right</source>
        <translation>从左到右的各个大视图</translation>
    </message>
    <message>
        <source>Menu key, right click on a word</source>
        <translation>菜单键，右键点击词语</translation>
    </message>
    <message>
        <source>Make the token global, where the model has global tokens</source>
        <translation>把词元设为全局（若模型有全局词元）</translation>
    </message>
    <message>
        <source>Ctrl+click, Shift+arrows, rubber band</source>
        <translation>Ctrl+单击、Shift+方向键、框选</translation>
    </message>
    <message>
        <source>Several heads at once, in the overview; in the table Ctrl+click, Shift+click</source>
        <translation>在总览中同时选择多个头；在表格中用 Ctrl+单击、Shift+单击</translation>
    </message>
    <message>
        <source>Space in the overview</source>
        <translation>总览中按空格</translation>
    </message>
    <message>
        <source>Larger thumbnails in the centre, and back</source>
        <translation>在中央显示更大的缩略图，再按返回</translation>
    </message>
    <message>
        <source>Alt+1, Alt+2, …</source>
        <translation>Alt+1、Alt+2……</translation>
    </message>
    <message>
        <source>The tables under the overview, from left to right</source>
        <translation>总览下方从左到右的各个表格</translation>
    </message>
</context>
<context>
    <name>Label</name>
    <message>
        <source>Sink</source>
        <translation>汇聚</translation>
    </message>
    <message>
        <source>Special tokens such as [CLS] and [SEP] receive at least 0.6 of the weight (Clark et al. 2019). The head mostly rests there: weights have to go somewhere, and the values of these tokens are often short.</source>
        <translation>[CLS]、[SEP] 等特殊词元至少得到 0.6 的权重（Clark 等，2019）。该头大多停在那里：权重总要有去处，而这些词元的值向量往往很短。</translation>
    </message>
    <message>
        <source>First-token sink</source>
        <translation>首个词元汇聚</translation>
    </message>
    <message>
        <source>The first token receives at least 0.3 of the weight, and twice as much as even attention would give it (Gu et al. 2025). Models without special tokens rest there.</source>
        <translation>首个词元至少得到 0.3 的权重，并且是平均注意力的两倍以上（Gu 等，2025）。没有特殊词元的模型会停在那里。</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>The token before the query receives more than half of the weight. Such heads move information one place on, and are the first half of finding repetitions.</source>
        <translation>查询前面的词元得到一半以上的权重。这样的头把信息向后传递一个位置，是发现重复的第一步。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>后一词元</translation>
    </message>
    <message>
        <source>The token after the query receives more than half of the weight. Only models that read in both directions can have such heads.</source>
        <translation>查询后面的词元得到一半以上的权重。只有双向阅读的模型才会有这样的头。</translation>
    </message>
    <message>
        <source>Same token</source>
        <translation>自身词元</translation>
    </message>
    <message>
        <source>The query&apos;s own position receives more than half of the weight. The head works on each token by itself.</source>
        <translation>查询自身的位置得到一半以上的权重。该头对每个词元单独起作用。</translation>
    </message>
    <message>
        <source>Fixed offset</source>
        <translation>固定偏移</translation>
    </message>
    <message>
        <source>A token at a fixed distance of two to eight receives more than half of the weight, in lists of random tokens. The head looks at a place, not at a word.</source>
        <translation>在随机词元列表中，固定距离（二至八）处的词元得到一半以上的权重。该头看的是位置，而不是词。</translation>
    </message>
    <message>
        <source>Broad</source>
        <translation>弥散</translation>
    </message>
    <message>
        <source>The relative entropy is at least 0.9: weights are nearly even. The head averages all it sees, which can matter, and is what a head without training does.</source>
        <translation>相对熵至少为 0.9：权重几乎平均。该头对所见内容取平均，这可能有用，也正是未经训练的头的表现。</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Tokens at most two places away receive more than 0.6 of the weight. The head looks at the neighbourhood, at no single place in it.</source>
        <translation>距离不超过两个位置的词元得到 0.6 以上的权重。该头看的是附近一带，而不是其中某一个位置。</translation>
    </message>
    <message>
        <source>Induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>Duplicate token</source>
        <translation>重复词元</translation>
    </message>
    <message>
        <source>In the second copy of a random list, the same token in the first copy receives at least 0.4 of the weight (Wang et al. 2023). The head notices that a token has been there before.</source>
        <translation>在随机列表的第二遍中，第一遍里的同一词元至少得到 0.4 的权重（Wang 等，2023）。该头会注意到某个词元以前出现过。</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>The largest weight is on the word that the cases ask for at least ten points more often than the best habit would have it: the nearest candidate, a fixed distance, chance. What the relation is, syntax, meaning or reference, the cases say.</source>
        <translation>最大权重落在用例所要求的词上的频率，比最好的习惯（最近的候选、固定距离、随机）至少高十个百分点。这是句法、语义还是指代关系，由用例决定。</translation>
    </message>
    <message>
        <source>Dead by weights</source>
        <translation>权重失效</translation>
    </message>
    <message>
        <source>The product of the head&apos;s value and output weights is less than a thousandth of what the other heads of the layer have. Whatever it looks at, it adds next to nothing.</source>
        <translation>该头的值权重与输出权重之积不到本层其他头的千分之一。无论它看哪里，几乎什么也不会加上。</translation>
    </message>
    <message>
        <source>Dead by effect</source>
        <translation>效果失效</translation>
    </message>
    <message>
        <source>Switching the head off changes the last hidden state by less than a thousandth, and it adds less than a hundredth of its layer&apos;s output. In another text it may do more.</source>
        <translation>关闭该头后，最后的隐藏状态变化不到千分之一，且它在本层输出中所占不到百分之一。在别的文本中它可能作用更大。</translation>
    </message>
    <message>
        <source>Unclassified, important</source>
        <translation>未分类但重要</translation>
    </message>
    <message>
        <source>No other label fits, but switching the head off changes the last hidden state more than three quarters of the heads do. What it does is not known.</source>
        <translation>没有其他标签适合，但关闭该头使最后的隐藏状态变化超过四分之三的头。它做什么尚不清楚。</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>后一词元</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Offset %1</source>
        <translation>偏移 %1</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Dead weights</source>
        <translation>权重失效</translation>
    </message>
    <message>
        <source>No effect</source>
        <translation>没有效果</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>%1 of the layer&apos;s median</source>
        <translation>本层中位数的 %1 倍</translation>
    </message>
    <message>
        <source>without it the output changes by %1</source>
        <translation>去掉它后输出变化 %1</translation>
    </message>
    <message>
        <source>n %1</source>
        <translation>n %1</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基线 %1</translation>
    </message>
    <message>
        <source>95 % interval %1 – %2</source>
        <translation>95 % 区间 %1 – %2</translation>
    </message>
    <message>
        <source>Cases: %1</source>
        <translation>用例：%1</translation>
    </message>
    <message>
        <source>In the second copy of a random list, the token after the same token in the first copy receives at least 0.4 of the weight (prefix matching, Olsson et al. 2022). In a model that predicts the next token, the head must also raise the logit of that token over the others of the list, measured by switching it off (copying).</source>
        <translation>在随机列表的第二遍中，第一遍里同一词元之后的词元至少得到 0.4 的权重（前缀匹配，Olsson 等，2022）。在预测下一个词元的模型中，该头还须使那个词元的 logit 高于列表中的其他词元，做法是关掉该头再比较（复制）。</translation>
    </message>
    <message>
        <source>Copying: the right token&apos;s logit rises by %1</source>
        <translation>复制：正确词元的 logit 提高 %1</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>nats</source>
        <translation>奈特</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>How spread out a row of weights is: 0 when all weight is on one key, ln n when it is even over n keys. Mean over the queries that may see a key.</source>
        <translation>一行权重的分散程度：全部权重集中在一个键上时为 0，在 n 个键上均匀分布时为 ln n。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Relative entropy</source>
        <translation>相对熵</translation>
    </message>
    <message>
        <source>Entropy divided by the largest it could be for the keys each query may see: 0 = one key, 1 = even. Mean over the queries that may see at least two keys.</source>
        <translation>熵除以每个查询可见的键所能达到的最大值：0 = 只看一个键，1 = 均匀。对至少能看到两个键的查询取平均。</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The largest weight of a row. Mean over the queries that may see at least two keys.</source>
        <translation>一行中的最大权重。对至少能看到两个键的查询取平均。</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>How many tokens away a query looks, weighted by attention. Mean over the queries that may see a key.</source>
        <translation>查询看向多少个词元以外，按注意力加权。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Sink</source>
        <translation>汇聚</translation>
    </message>
    <message>
        <source>The share of weight on special tokens. Mean over the queries that may see a key.</source>
        <translation>落在特殊词元上的权重比例。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Rel.</source>
        <translation>相对熵</translation>
    </message>
    <message>
        <source>Dist.</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Relative distance</source>
        <translation>相对距离</translation>
    </message>
    <message>
        <source>Distance divided by that of even attention to the keys the query may see: below 1 it looks nearer, above 1 farther. Mean over the queries that may see another key.</source>
        <translation>距离除以对该查询可见的键平均分配注意力时的距离：小于 1 表示看得更近，大于 1 表示看得更远。对可以看到另一个键的查询取平均。</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>The weight on the first token, where models without special tokens rest (Xiao et al. 2024). Mean over the queries that may see it and another key.</source>
        <translation>第一个词元上的权重；没有特殊词元的模型会停留在那里（Xiao 等，2024）。对能看到它以及另一个键的查询取平均。</translation>
    </message>
    <message>
        <source>Opening token</source>
        <translation>起始词元</translation>
    </message>
    <message>
        <source>The share of weight on special tokens that open the text, such as [CLS] or &lt;s&gt;. Mean over the queries that may see a key, in texts that have such a token.</source>
        <translation>开头的特殊词元（如 [CLS] 或 &lt;s&gt;）所占的权重份额。在含有这类词元的文本中，对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Separators</source>
        <translation>分隔词元</translation>
    </message>
    <message>
        <source>The share of weight on special tokens that do not open the text, such as [SEP] or &lt;/s&gt;. Mean over the queries that may see a key, in texts that have such a token.</source>
        <translation>不在开头的特殊词元（如 [SEP] 或 &lt;/s&gt;）所占的权重份额。在含有这类词元的文本中，对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>标点</translation>
    </message>
    <message>
        <source>The share of weight on punctuation. Mean over the queries that may see a key, in texts that have any.</source>
        <translation>标点所占的权重份额。在含有标点的文本中，对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>The weight on the token before the query. Mean over the queries that may see it.</source>
        <translation>查询的前一个词元上的权重。对能看到它的查询取平均。</translation>
    </message>
    <message>
        <source>Same token</source>
        <translation>自身词元</translation>
    </message>
    <message>
        <source>The weight on the query&apos;s own position. Mean over the queries that may see it.</source>
        <translation>查询自身位置上的权重。对能看到它的查询取平均。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>后一词元</translation>
    </message>
    <message>
        <source>The weight on the token after the query. Mean over the queries that may see it.</source>
        <translation>查询的后一个词元上的权重。对能看到它的查询取平均。</translation>
    </message>
    <message>
        <source>Locality</source>
        <translation>局部性</translation>
    </message>
    <message>
        <source>The share of weight on keys at most two tokens away, the query&apos;s own position included. Mean over the queries that may see a key.</source>
        <translation>距离不超过两个词元的键（包括查询自身位置）所占的权重份额。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Duplicate token</source>
        <translation>重复词元</translation>
    </message>
    <message>
        <source>The share of weight on earlier tokens that are equal to the query&apos;s (Wang et al. 2023). Mean over the queries that may see one, special tokens and punctuation left out.</source>
        <translation>与查询相同的更早词元所占的权重份额（Wang 等，2023）。对能看到这类词元的查询取平均，不计特殊词元和标点。</translation>
    </message>
    <message>
        <source>Own segment</source>
        <translation>本段</translation>
    </message>
    <message>
        <source>The share of weight on the text that the query stands in, of two. Mean over the queries that may see a key, where there are two texts.</source>
        <translation>两段文本中查询所在的那一段所占的权重份额。在有两段文本时，对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Row sum</source>
        <translation>行和</translation>
    </message>
    <message>
        <source>What the weights of a row add up to: below 1 where some goes to no token. Mean over the queries that may see a key.</source>
        <translation>一行权重之和：小于 1 表示有一部分不分给任何词元。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Verticality</source>
        <translation>垂直性</translation>
    </message>
    <message>
        <source>How much all rows look at the same columns: 1 when all look at one key, 0 when every key receives the same. Of the whole pattern; mean over texts.</source>
        <translation>各行在多大程度上看向相同的列：都看同一个键时为 1，每个键得到同样多时为 0。针对整个注意力图；对文本取平均。</translation>
    </message>
    <message>
        <source>Even weight</source>
        <translation>平均权重</translation>
    </message>
    <message>
        <source>What every key would get if attention were even: the baseline of weights on single tokens. Mean over the queries that may see at least two keys.</source>
        <translation>若注意力完全平均，每个键会得到的权重：单个词元上权重的基线。对至少能看到两个键的查询取平均。</translation>
    </message>
    <message>
        <source>Even sink</source>
        <translation>平均汇聚</translation>
    </message>
    <message>
        <source>What special tokens would get if attention were even: the baseline of Sink. Mean over the queries that may see at least two keys.</source>
        <translation>若注意力完全平均，特殊词元会得到的权重：“汇聚”的基线。对至少能看到两个键的查询取平均。</translation>
    </message>
    <message>
        <source>Output norm</source>
        <translation>输出范数</translation>
    </message>
    <message>
        <source>How long the vector is that the head adds to the output of its layer, a measure of its importance. Mean over the queries that may see a key.</source>
        <translation>注意力头加到本层输出上的向量有多长，是衡量其重要性的一种方式。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Output share</source>
        <translation>输出占比</translation>
    </message>
    <message>
        <source>Output norm divided by the norm of all that the layer&apos;s attention adds: heads that cancel each other can exceed 1. Mean over the queries that may see a key.</source>
        <translation>输出范数除以本层注意力所加全部内容的范数：相互抵消的头可以超过 1。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Value-weighted sink</source>
        <translation>按值加权的汇聚</translation>
    </message>
    <message>
        <source>Sink, with every weight multiplied by the length of the value it brings: far below Sink, the head rests there. Mean over the queries that may see a key.</source>
        <translation>“汇聚”，但每个权重都乘以它带来的值向量的长度：远小于“汇聚”时，说明该头只是停在那里。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Norm-based sink</source>
        <translation>按范数的汇聚</translation>
    </message>
    <message>
        <source>Sink, with every weight multiplied by the length of what that key adds to the layer&apos;s output (Kobayashi et al. 2020). Mean over the queries that may see a key.</source>
        <translation>“汇聚”，但每个权重都乘以该键加到本层输出上的向量的长度（Kobayashi 等，2020）。对能看到键的查询取平均。</translation>
    </message>
    <message>
        <source>Norm-based first token</source>
        <translation>按范数的首个词元</translation>
    </message>
    <message>
        <source>First token, with every weight multiplied by the length of what that key adds to the layer&apos;s output. Mean over the queries that may see it and another key.</source>
        <translation>“首个词元”，但每个权重都乘以该键加到本层输出上的向量的长度。对既能看到首个词元又能看到其他键的查询取平均。</translation>
    </message>
    <message>
        <source>Without effect</source>
        <translation>无效部分</translation>
    </message>
    <message>
        <source>The part of the pattern that changes nothing in the head&apos;s output, because there are more keys than a head has dimensions (Brunner et al. 2020). Of the whole pattern, where no mask limits it; mean over texts.</source>
        <translation>注意力图中完全不影响该头输出的部分，因为键的数量多于头的维数（Brunner 等，2020）。针对整个注意力图，且仅当没有掩码限制时；对文本取平均。</translation>
    </message>
</context>
<context>
    <name>Output</name>
    <message>
        <source>which word it refers to</source>
        <translation>它指代哪个词</translation>
    </message>
    <message>
        <source>which word is masked</source>
        <translation>被遮住的是哪个词</translation>
    </message>
    <message>
        <source>which token comes next</source>
        <translation>下一个词元是什么</translation>
    </message>
    <message>
        <source>which class the text has</source>
        <translation>文本属于哪一类</translation>
    </message>
</context>
<context>
    <name>PaletteKind</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message>
        <source>the query may not see this key</source>
        <translation>该查询看不到这个键</translation>
    </message>
    <message>
        <source>rank %1 of %2</source>
        <translation>第 %1 位，共 %2</translation>
    </message>
    <message>
        <source>position %1 → %2</source>
        <translation>位置 %1 → %2</translation>
    </message>
    <message>
        <source>only in B: “%1”</source>
        <translation>仅 B 有：“%1”</translation>
    </message>
    <message>
        <source>only in A: “%1”</source>
        <translation>仅 A 有：“%1”</translation>
    </message>
</context>
<context>
    <name>Remedy</name>
    <message>
        <source>Cut to fit</source>
        <translation>截断以适应</translation>
    </message>
    <message>
        <source>Describe it…</source>
        <translation>描述模型…</translation>
    </message>
    <message>
        <source>Choose vectors…</source>
        <translation>选择向量…</translation>
    </message>
    <message>
        <source>Describe a model</source>
        <translation>描述模型</translation>
    </message>
    <message>
        <source>This folder has no config.json. Headscope found %1.
Number of heads per layer:</source>
        <translation>此文件夹没有 config.json。Headscope 找到了 %1。
每层的注意力头数：</translation>
    </message>
    <message>
        <source>Write headscope.json and open</source>
        <translation>写入 headscope.json 并打开</translation>
    </message>
    <message>
        <source>Choose input vectors</source>
        <translation>选择输入向量</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>What is wrong with it</source>
        <translation>看看哪里有问题</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Sort by: %1</source>
        <translation>排序依据：%1</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Layer %1 · Head %2</source>
        <translation>第 %1 层 · 第 %2 头</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>注意力流</translation>
    </message>
    <message>
        <source>Arcs</source>
        <translation>弧线图</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
</context>
<context>
    <name>headscope::ui::AnswersPanel</name>
    <message>
        <source>Output “%1”: %2</source>
        <translation>输出“%1”：%2</translation>
    </message>
    <message>
        <source>The model answers</source>
        <translation>模型的回答</translation>
    </message>
    <message>
        <source>The head with the prettiest arrow need not be the one that decides.</source>
        <translation>箭头最好看的头，未必就是起决定作用的头。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ArcsView</name>
    <message>
        <source>Arcs</source>
        <translation>弧线图</translation>
    </message>
    <message>
        <source>The tokens in one row, joined by arcs as wide as their weight.</source>
        <translation>词元排成一行，以弧线相连，线宽即权重。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::CasesView</name>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>Running… %1</source>
        <translation>正在运行… %1</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Cases hold heads to what they do: open a file of them, or make one of the head and the words that are selected.</source>
        <translation>用例要求注意力头保持它们所做的事：打开一个用例文件，或用选中的注意力头和词建立一个。</translation>
    </message>
    <message>
        <source>%1 passed, %2 failed. Click one to see it.</source>
        <translation>%1 项通过，%2 项未通过。单击一项即可查看。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open a file of cases</source>
        <translation>打开用例文件</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>Put the case into a file</source>
        <translation>把用例写入文件</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Make a case</source>
        <translation>建立用例</translation>
    </message>
    <message>
        <source>Holds the selected head to what it does with the pinned words now, and puts that into a file</source>
        <translation>要求选中的注意力头对固定的词保持现在的做法，并写入文件</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>How far the value is on the right side of its limit; below 0 it failed</source>
        <translation>数值超出限值多少；小于 0 为未通过</translation>
    </message>
    <message>
        <source>Cases with their results</source>
        <translation>用例及其结果</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ChangesBar</name>
    <message>
        <source>Show head %1</source>
        <translation>显示注意力头 %1</translation>
    </message>
    <message>
        <source>What the output of head %1 is multiplied by: 0 removes the head, 1 changes nothing</source>
        <translation>注意力头 %1 的输出乘以该值：0 表示去掉该头，1 表示不变</translation>
    </message>
    <message>
        <source>Gate of head %1</source>
        <translation>注意力头 %1 的门控值</translation>
    </message>
    <message>
        <source>Take back the gate of head %1</source>
        <translation>撤销注意力头 %1 的门控</translation>
    </message>
    <message>
        <source>In B:</source>
        <translation>B 中：</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ChartsView</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>逐层统计</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>度量对比</translation>
    </message>
    <message>
        <source>By distance</source>
        <translation>按距离</translation>
    </message>
    <message>
        <source>Along the text</source>
        <translation>沿文本</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Measure across</source>
        <translation>横轴的度量</translation>
    </message>
    <message>
        <source>Map of heads</source>
        <translation>注意力头分布图</translation>
    </message>
    <message>
        <source>Over training</source>
        <translation>随训练</translation>
    </message>
    <message>
        <source>Compares all heads of this run with each other. With so many it takes a while.</source>
        <translation>把这次运行的所有注意力头两两比较。头这么多，需要一些时间。</translation>
    </message>
    <message>
        <source>Comparing all heads…</source>
        <translation>正在比较所有注意力头…</translation>
    </message>
    <message>
        <source>Opens every checkpoint, and runs the text and the open file of cases on it.</source>
        <translation>打开每个检查点，并在上面运行当前文本和已打开的用例文件。</translation>
    </message>
    <message>
        <source>Open a folder that holds checkpoint-&lt;step&gt; folders to see how heads change while a model is trained.</source>
        <translation>打开一个含有 checkpoint-&lt;步数&gt; 文件夹的文件夹，即可看到注意力头在训练中如何变化。</translation>
    </message>
    <message>
        <source>Running every checkpoint…</source>
        <translation>正在运行每个检查点…</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>Heads of each layer · every head by two metrics · where heads look · entropy of every token · which heads are alike · how heads change while a model is trained</source>
        <translation>各层的头 · 每个头的两种度量 · 头看向哪里 · 每个词元的熵 · 哪些头相似 · 头在训练中如何变化</translation>
    </message>
    <message>
        <source>What to follow over training</source>
        <translation>随训练观察什么</translation>
    </message>
    <message>
        <source>Head types</source>
        <translation>头的类型</translation>
    </message>
</context>
<context>
    <name>headscope::ui::DoctorPage</name>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>a hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Likely cause</source>
        <translation>可能的原因</translation>
    </message>
    <message>
        <source>What people do</source>
        <translation>通常的做法</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Examining %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>Looks for numbers that are not finite, huge weights, exploding scores, saturated, uniform, dead and identical heads, layers that look untrained, and sinks.</source>
        <translation>查找非有限数值、过大的权重、爆炸的分数，饱和、均匀、失效和相同的注意力头，看似未训练的层，以及汇聚。</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s). Click one to go to its head.</source>
        <translation>
            <numerusform>%n 项发现。单击一项即可转到其注意力头。</numerusform>
        </translation>
    </message>
    <message>
        <source>The model could not be run.</source>
        <translation>无法运行此模型。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Save what was found</source>
        <translation>保存检查结果</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>&amp;Examine this model</source>
        <translation>检查此模型(&amp;E)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>How sure</source>
        <translation>把握</translation>
    </message>
    <message>
        <source>What is wrong with the model</source>
        <translation>模型的问题</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ErrorBar</name>
    <message>
        <source>Hide this message</source>
        <translation>隐藏此消息</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Exporter</name>
    <message>
        <source>Stopping %1</source>
        <translation>正在停止 %1</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::FlowView</name>
    <message>
        <source>Flow</source>
        <translation>注意力流</translation>
    </message>
    <message>
        <source>Queries left and keys right, joined by lines as wide as their weight.</source>
        <translation>左侧为查询，右侧为键，以线相连，线宽即权重。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::GridCanvas</name>
    <message>
        <source>Output × %1 in this run</source>
        <translation>本次运行中输出 × %1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadChips</name>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Heads whose lines are shown</source>
        <translation>显示连线的注意力头</translation>
    </message>
    <message>
        <source>Head %1: %2</source>
        <translation>头 %1：%2</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadModel</name>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Layer and head, both counted from 0</source>
        <translation>层和头，均从 0 开始计数</translation>
    </message>
    <message>
        <source>Change of: %1</source>
        <translation>%1的变化</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What the head is for, as far as there is evidence, with the strongest first; else what its pattern looks like in this run</source>
        <translation>此头的作用：有证据的类型中最强的一个；没有时为其模式在此次运行中的样子</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadPanel</name>
    <message>
        <source>Measured over tokens, also while words are shown.</source>
        <translation>按词元度量，显示词语时也一样。</translation>
    </message>
    <message>
        <source>Run B without what this head adds (X)</source>
        <translation>运行 B 时去掉该头的输出 (X)</translation>
    </message>
    <message>
        <source>Run B with this head again (X)</source>
        <translation>运行 B 时恢复该头 (X)</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output removed in B</source>
        <translation>B 中已去掉输出</translation>
    </message>
    <message>
        <source>Output × %1 in B</source>
        <translation>B 中输出 × %1</translation>
    </message>
    <message>
        <source>Remove in B</source>
        <translation>在 B 中去掉</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Mean of %1 heads</source>
        <translation>%1 个头的平均</translation>
    </message>
    <message>
        <source>Largest of %1 heads</source>
        <translation>%1 个头的最大值</translation>
    </message>
    <message>
        <source>Every head of B; the chosen one is marked, with a ring for A</source>
        <translation>B 的每个头；选中的已标出，圆环表示 A</translation>
    </message>
    <message>
        <source>Every head of the model; the chosen one is marked</source>
        <translation>模型的每个头；选中的已标出</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadTable</name>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>All heads with their measures</source>
        <translation>所有注意力头及其度量</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeatmapCanvas</name>
    <message>
        <source>rows attend to columns</source>
        <translation>行关注列</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeatmapView</name>
    <message>
        <source>rows attend to columns</source>
        <translation>行关注列</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Colour follows the weight</source>
        <translation>颜色随权重变化</translation>
    </message>
    <message>
        <source>Colour follows the square root of the weight</source>
        <translation>颜色随权重的平方根变化</translation>
    </message>
    <message>
        <source>Colour follows the logarithm of the weight, over four decades</source>
        <translation>颜色随权重的对数变化，跨四个数量级</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>标度</translation>
    </message>
    <message>
        <source>Whole map</source>
        <translation>整图</translation>
    </message>
    <message>
        <source>Per row</source>
        <translation>逐行</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation>颜色范围</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Every weight is the mean over the chosen heads (H)</source>
        <translation>每个权重都是所选头的平均（H）</translation>
    </message>
    <message>
        <source>Every weight is the largest of the chosen heads (H)</source>
        <translation>每个权重都是所选头中最大的（H）</translation>
    </message>
    <message>
        <source>How several heads become one map</source>
        <translation>多个头如何合成一张图</translation>
    </message>
    <message>
        <source>Attention weights of the chosen heads, rows attend to columns. Arrow keys move the pinned pair.</source>
        <translation>所选注意力头的权重，行看向列。方向键移动固定的一对。</translation>
    </message>
    <message>
        <source>Without sinks</source>
        <translation>不计汇聚键</translation>
    </message>
    <message>
        <source>What the last colour stands for: the largest weight of the map, of each row, 1, or the largest on keys other than special tokens and the first one</source>
        <translation>最后一种颜色代表什么：整图的最大权重、每行的最大权重、1，或特殊词元和首词元以外各键上的最大权重</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HelpDialog</name>
    <message>
        <source>What attention can tell, and what not</source>
        <translation>注意力能说明什么，不能说明什么</translation>
    </message>
    <message>
        <source>Row = query, the token that looks; column = key, the token that is looked at. The weights of a row add up to 1.</source>
        <translation>行 = 查询，即在看的词元；列 = 键，即被看的词元。每行的权重之和为 1。</translation>
    </message>
    <message>
        <source>A weight says how much of a token&apos;s value a head reads at this place. It does not say that the model&apos;s answer depends on it: other heads may carry the same, the value may be close to nothing, and later layers may ignore it.</source>
        <translation>权重表示一个头在此处读取某个词元的值有多少。它并不表示模型的回答取决于此：别的头可能携带同样的信息，值本身可能接近于零，后面的层也可能不理会它。</translation>
    </message>
    <message>
        <source>Much weight on the first or a special token often means that the head has nothing to do here.</source>
        <translation>如果大量权重落在第一个词元或特殊词元上，往往说明这个头在此无事可做。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Keys, and how to read this</source>
        <translation>快捷键与读图说明</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Inspector</name>
    <message>
        <source>Selected head</source>
        <translation>选中的注意力头</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Job</name>
    <message>
        <source>this computation</source>
        <translation>这次计算</translation>
    </message>
</context>
<context>
    <name>headscope::ui::LinkHeadsView</name>
    <message>
        <source>Heads by the pinned link</source>
        <translation>按选定连接排列的注意力头</translation>
    </message>
    <message>
        <source>All heads by the weight of the pinned link</source>
        <translation>按选定连接的权重排列的所有注意力头</translation>
    </message>
    <message>
        <source>Click to go to the head</source>
        <translation>单击转到该注意力头</translation>
    </message>
    <message>
        <source>Which heads link one word to another? Click the word that looks, then Shift+click the word that it should look at.</source>
        <translation>哪些注意力头把一个词与另一个词连起来？单击发出关注的词，再按住 Shift 单击应被关注的词。</translation>
    </message>
    <message>
        <source>Heads by how much %1 → %2 changed</source>
        <translation>按 %1 → %2 的变化排列的注意力头</translation>
    </message>
    <message>
        <source>Heads by the weight of %1 → %2</source>
        <translation>按 %1 → %2 的权重排列的注意力头</translation>
    </message>
</context>
<context>
    <name>headscope::ui::LinksPanel</name>
    <message>
        <source>Strongest links</source>
        <translation>最强连接</translation>
    </message>
    <message>
        <source>without special tokens</source>
        <translation>不含特殊词元</translation>
    </message>
    <message>
        <source>Click to pin the pair</source>
        <translation>单击以固定这一对</translation>
    </message>
    <message>
        <source>Largest changes</source>
        <translation>最大变化</translation>
    </message>
    <message>
        <source>Largest changes of the chosen heads</source>
        <translation>所选头的最大变化</translation>
    </message>
    <message>
        <source>Strongest links of the chosen heads</source>
        <translation>所选头的最强连接</translation>
    </message>
</context>
<context>
    <name>headscope::ui::LinksView</name>
    <message>
        <source>All heads</source>
        <translation>所有注意力头</translation>
    </message>
    <message>
        <source>Mute specials</source>
        <translation>隐去特殊词元</translation>
    </message>
    <message>
        <source>Lines of every head of the layer, or of the selected one</source>
        <translation>显示本层所有头的连线，或只显示选中的头</translation>
    </message>
    <message>
        <source>No lines to or from special tokens; the part of the weight they take stays in the sums</source>
        <translation>不画与特殊词元相连的线；它们所占的权重仍计入总和</translation>
    </message>
    <message>
        <source>Which lines are shown</source>
        <translation>显示哪些连线</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Share of each row&apos;s weight that is shown</source>
        <translation>每行显示的权重比例</translation>
    </message>
    <message>
        <source>Of every token the strongest links that together make this share of its weight</source>
        <translation>每个词元只画最强的连接，直到合计达到其权重的这一比例</translation>
    </message>
    <message>
        <source>Scroll tokens</source>
        <translation>滚动词元</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Loader</name>
    <message>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::MainWindow</name>
    <message>
        <source>Size of PNG pictures</source>
        <translation>PNG 图片的倍率</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Open a model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Copied the picture</source>
        <translation>已复制图片</translation>
    </message>
    <message>
        <source>Copied the picture and its numbers</source>
        <translation>已复制图片及其数值</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Stopped: what is shown is as it was</source>
        <translation>已停止：显示的内容没有改变</translation>
    </message>
    <message>
        <source>Stopped: %1 was not written</source>
        <translation>已停止：%1 未写入</translation>
    </message>
    <message>
        <source>%1 is still being saved. Wait until it is there, or stop it with Esc.</source>
        <translation>%1 仍在保存中。请等它完成，或按 Esc 停止。</translation>
    </message>
    <message>
        <source>This picture is still being made. Export it when it is there.</source>
        <translation>这幅图仍在生成中。请在它显示之后再导出。</translation>
    </message>
    <message>
        <source>Specials as text</source>
        <translation>特殊词元作文字</translation>
    </message>
    <message>
        <source>Point at a token of the text, or pin one, first</source>
        <translation>请先指向或固定文中的一个词元</translation>
    </message>
    <message>
        <source>Wait until this run is there, or stop it with Esc</source>
        <translation>请等本次运行完成，或按 Esc 停止</translation>
    </message>
    <message>
        <source>Open a weights file or a session</source>
        <translation>打开权重文件或会话</translation>
    </message>
    <message>
        <source>Weights and sessions</source>
        <translation>权重和会话</translation>
    </message>
    <message>
        <source>Session of Headscope</source>
        <translation>Headscope 会话</translation>
    </message>
    <message>
        <source>One text on each line</source>
        <translation>每行一个文本</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s): N and P step through them</source>
        <translation>
            <numerusform>%n 个文本：按 N 和 P 前后切换</numerusform>
        </translation>
    </message>
    <message>
        <source>Wait until the session before is saved</source>
        <translation>请等上一个会话保存完毕</translation>
    </message>
    <message numerus="yes">
        <source>The list is full: it holds %n text(s)</source>
        <translation>
            <numerusform>列表已满：已有 %n 个文本</numerusform>
        </translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Outlines show what %1 asks for</source>
        <translation>方框标出 %1 所标注的词对</translation>
    </message>
    <message>
        <source>Alignments that count words from 1</source>
        <translation>词从 1 开始编号的词对齐</translation>
    </message>
    <message>
        <source>Dependencies, coreference, pronouns, word pairs, alignments from 0</source>
        <translation>依存关系、共指、代词、词对、从 0 开始编号的词对齐</translation>
    </message>
    <message>
        <source>No link of %1 is to a first word: if it counts from 1, open it as such</source>
        <translation>%1 中没有指向首词的对齐：如果它从 1 开始编号，请在打开时选择相应的类型</translation>
    </message>
    <message>
        <source>%1 is gone: the session was opened without its gold data</source>
        <translation>找不到 %1：会话已打开，但不含其标注数据</translation>
    </message>
</context>
<context>
    <name>headscope::ui::MaxAttentionModel</name>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The key with the largest weight</source>
        <translation>权重最大的键</translation>
    </message>
    <message>
        <source>Looks most at</source>
        <translation>最关注</translation>
    </message>
    <message>
        <source>The weight of that key</source>
        <translation>该键的权重</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Positions of query and key, counted from 0</source>
        <translation>查询和键的位置，从 0 开始计数</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Positions of the first pieces of query and key, counted from 0</source>
        <translation>查询与键各自第一个词片的位置，从 0 开始计数</translation>
    </message>
    <message>
        <source>The key whose weight differs most between A and B</source>
        <translation>A 与 B 之间权重相差最大的键</translation>
    </message>
    <message>
        <source>Changed most</source>
        <translation>变化最大</translation>
    </message>
    <message>
        <source>The weight of that key in B, less that in A</source>
        <translation>该键在 B 中的权重减去在 A 中的权重</translation>
    </message>
</context>
<context>
    <name>headscope::ui::MaxAttentionTable</name>
    <message>
        <source>Strongest key</source>
        <translation>最强的键</translation>
    </message>
    <message>
        <source>Pin a token to see every head.</source>
        <translation>固定一个词元以查看每个头。</translation>
    </message>
    <message>
        <source>of “%1”</source>
        <translation>“%1”的</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Every token, as the selected head sees it</source>
        <translation>选中的头眼中的每个词元</translation>
    </message>
    <message>
        <source>Every head, as it sees the pinned token</source>
        <translation>每个头眼中的固定词元</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>The key that gets the largest weight</source>
        <translation>得到最大权重的键</translation>
    </message>
    <message>
        <source>Largest change</source>
        <translation>最大变化</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ModelDialog</name>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>%1 of memory: weights %2, the run itself %3</source>
        <translation>%1 内存：权重 %2，运行本身 %3</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>All %n check(s) passed.</source>
        <translation>
            <numerusform>全部 %n 项检查通过。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed.</source>
        <translation>
            <numerusform>%n 项检查未通过。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>Folder with reference values</source>
        <translation>参考值文件夹</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>关于此模型</translation>
    </message>
    <message>
        <source>A run of this many &amp;tokens takes</source>
        <translation>这么多词元(&amp;T)的一次运行需要</translation>
    </message>
    <message>
        <source>&amp;Check this model</source>
        <translation>检查此模型(&amp;C)</translation>
    </message>
    <message>
        <source>Compare with &amp;reference values…</source>
        <translation>与参考值比较(&amp;R)…</translation>
    </message>
    <message>
        <source>A folder of .npz or .safetensors files, as `headscope attention` writes them</source>
        <translation>由 `headscope attention` 写出的 .npz 或 .safetensors 文件所在的文件夹</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>What the model is made of</source>
        <translation>模型的组成</translation>
    </message>
    <message>
        <source>Results of the checks</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>; </source>
        <extracomment>Between two facts about the same thing</extracomment>
        <translation>；</translation>
    </message>
    <message>
        <source>What it holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>headscope::ui::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>layers ↓  heads →</source>
        <translation>层 ↓  头 →</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有注意力头</translation>
    </message>
    <message>
        <source>The measure in whose colours the heads are</source>
        <translation>注意力头按哪个度量着色</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在计算度量…</translation>
    </message>
    <message>
        <source>No measure</source>
        <translation>不按度量</translation>
    </message>
    <message>
        <source>Measure in whose colours the heads are</source>
        <translation>注意力头着色所用的度量</translation>
    </message>
    <message>
        <source>Sorted</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Heads in the order of the measure, largest first</source>
        <translation>注意力头按度量从大到小排列</translation>
    </message>
    <message>
        <source>Order of the heads</source>
        <translation>注意力头的顺序</translation>
    </message>
    <message>
        <source>One thumbnail per head, layers down and heads across. Arrow keys move between heads, Space gives the thumbnails more room.</source>
        <translation>每个注意力头一张缩略图，层从上到下，头从左到右。方向键在头之间移动，空格键放大缩略图。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::PairPanel</name>
    <message>
        <source>Point at a cell or a line to read its weight. Click to keep it.</source>
        <translation>指向一个格子或一条线即可读出权重，单击将其固定。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Palette</name>
    <message>
        <source>Type a command, a head such as 2.3, a word, a model…</source>
        <translation>输入命令、注意力头（如 2.3）、词、模型…</translation>
    </message>
    <message>
        <source>Find a command, head, word or model</source>
        <translation>查找命令、注意力头、词或模型</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的结果</translation>
    </message>
    <message>
        <source>Nothing is called so</source>
        <translation>没有这样的名称</translation>
    </message>
</context>
<context>
    <name>headscope::ui::SeriesBar</name>
    <message>
        <source>Training step</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>Checkpoint of the training</source>
        <translation>训练的检查点</translation>
    </message>
    <message>
        <source>The same text and head at another checkpoint of this training</source>
        <translation>在这次训练的另一个检查点上看同样的文本和注意力头</translation>
    </message>
    <message>
        <source>the model beside its %1 checkpoints</source>
        <translation>%1 个检查点旁边的模型</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · 第 %2 个，共 %3 个</translation>
    </message>
</context>
<context>
    <name>headscope::ui::StartPage</name>
    <message numerus="yes">
        <source>%n token id(s)</source>
        <translation>
            <numerusform>%n 个词元编号</numerusform>
        </translation>
    </message>
    <message>
        <source>built in, nothing to download</source>
        <translation>内置，无需下载</translation>
    </message>
    <message>
        <source>See where a model looks</source>
        <translation>看见模型在看哪里</translation>
    </message>
    <message>
        <source>Open the folder of a saved transformer. Nothing leaves this computer.</source>
        <translation>打开已保存的 Transformer 模型文件夹。数据不会离开本机。</translation>
    </message>
    <message>
        <source>Drop a folder here, or press Ctrl+O</source>
        <translation>将文件夹拖到此处，或按 Ctrl+O</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>headscope::ui::StatusLine</name>
    <message>
        <source>Arrows move between heads · the wheel zooms · F1 lists all keys</source>
        <translation>方向键切换注意力头 · 滚轮缩放 · F1 列出所有快捷键</translation>
    </message>
    <message>
        <source>Where a head looks is not yet why the model decides</source>
        <translation>头看向哪里，并不等于模型为何如此决定</translation>
    </message>
    <message>
        <source>Attention weights show which tokens a head reads from. They do not prove that the answer depends on it: other heads, the values, and the layers between matter too.</source>
        <translation>注意力权重说明一个头从哪些词元读取信息，但不能证明回答取决于此：别的头、值以及中间的层同样重要。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TextBar</name>
    <message>
        <source>Token ids</source>
        <translation>词元编号</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Token ids, separated by spaces</source>
        <translation>词元编号，以空格分隔</translation>
    </message>
    <message>
        <source>Type a sentence and press Enter</source>
        <translation>输入一句话，然后按回车</translation>
    </message>
    <message>
        <source>What the model reads. Change it and press Enter.</source>
        <translation>模型读取的内容。修改后按回车。</translation>
    </message>
    <message>
        <source>Second text</source>
        <translation>第二段文本</translation>
    </message>
    <message>
        <source>Read two texts together, such as a question and its answer</source>
        <translation>同时读取两段文本，例如问题及其答案</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TextsBar</name>
    <message>
        <source>Text %1 of %2</source>
        <translation>第 %1 个文本，共 %2 个</translation>
    </message>
    <message>
        <source>This text is none of the %1 of the list</source>
        <translation>此文本不在列表的 %1 个文本之中</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / 共 %2</translation>
    </message>
    <message>
        <source>Mean over %1 texts, which have tokens, words and special tokens at the same places</source>
        <translation>对 %1 个文本取平均：它们的词元、词和特殊词元位置一致</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TokenStrip</name>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Scroll tokens</source>
        <translation>滚动词元</translation>
    </message>
    <message>
        <source>Point at a token to see what it looks at.</source>
        <translation>指向一个词元，查看它在看什么。</translation>
    </message>
    <message>
        <source>%1   position %2   id %3</source>
        <translation>%1   位置 %2   编号 %3</translation>
    </message>
    <message>
        <source>   a special token of the model</source>
        <translation>   模型的特殊词元</translation>
    </message>
    <message>
        <source>   not in the vocabulary: the model reads %1</source>
        <translation>   不在词表中：模型读到的是 %1</translation>
    </message>
    <message>
        <source>   part of a character, its bytes</source>
        <translation>   字符的一部分，这是它的字节</translation>
    </message>
    <message>
        <source>Global token: sees all and is seen by all</source>
        <translation>全局词元：看到全部，也被全部看到</translation>
    </message>
    <message>
        <source>Global tokens as the model has them</source>
        <translation>全局词元由模型决定</translation>
    </message>
    <message>
        <source>   global: sees all and is seen by all</source>
        <translation>   全局：看到全部，也被全部看到</translation>
    </message>
    <message>
        <source>   a special token, typed in the text</source>
        <translation>   特殊词元，写在文中</translation>
    </message>
    <message>
        <source>   only in B</source>
        <translation>   仅 B 有</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TopBar</name>
    <message>
        <source>%1 × %2 heads</source>
        <extracomment>Layers × heads of a model</extracomment>
        <translation>%1 层 × %2 头</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cut</source>
        <translation>
            <numerusform>截去 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a model folder, a recent run or a sample</source>
        <translation>打开模型文件夹、最近的运行或示例</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop and keep what is shown (Esc)</source>
        <translation>停止并保留当前内容（Esc）</translation>
    </message>
    <message>
        <source>Export pictures and tables</source>
        <translation>导出图片和表格</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The first run ([)</source>
        <translation>第一个运行（[）</translation>
    </message>
    <message>
        <source>The second run (])</source>
        <translation>第二个运行（]）</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>How the second differs from the first (\)</source>
        <translation>第二个运行与第一个的差异（\）</translation>
    </message>
    <message>
        <source>The two models have different layers or heads: nothing to subtract. A and B can be looked at in turns.</source>
        <translation>两个模型的层或头不同，无法相减。可以轮流查看 A 和 B。</translation>
    </message>
    <message>
        <source>Run A, B, or their difference</source>
        <translation>运行 A、B 或二者之差</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TypesPanel</name>
    <message>
        <source>What this head is for</source>
        <translation>此头的作用</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Switches off one head after the other, and reads lists of random tokens that stand twice</source>
        <translation>逐个关闭注意力头，并读取出现两次的随机词元列表</translation>
    </message>
    <message>
        <source>No type has evidence enough in this run.</source>
        <translation>此次运行中没有证据充分的类型。</translation>
    </message>
    <message>
        <source>In a model of this size it takes a while.</source>
        <translation>对这样大小的模型需要一些时间。</translation>
    </message>
    <message>
        <source>Looking at all heads… %1</source>
        <translation>正在查看所有注意力头… %1</translation>
    </message>
    <message>
        <source>Find out what heads are for, or stop</source>
        <translation>查找注意力头的作用，或停止</translation>
    </message>
</context>
<context>
    <name>headscope::ui::WorkBar</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>headscope::ui::Workspace</name>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Strongest keys</source>
        <translation>最强的键</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>This link</source>
        <translation>此连接</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>用例</translation>
    </message>
</context>
</TS>
