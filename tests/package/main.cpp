// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the head that links one word of a sentence to another: find_head FOLDER [SENTENCE FROM TO]
#include <cstdio>

#include "core/analysis/links.h"
#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/model/model.h"

int main(int argc, char** argv) {
    using namespace headscope::core;
    if (argc != 2 && argc != 5) {
        std::fprintf(stderr, "find_head FOLDER [SENTENCE FROM TO]\n");
        return 2;
    }
    try {
        Executor executor;
        const Compute compute{executor, bestKernels()};
        const ModelPtr model = Model::load(Checkpoint::open(argv[1]), compute);
        RunSpec spec;
        spec.input.text = argc == 5 ? argv[2] : "The animal didn't cross the street because it was too tired";
        const TracePtr trace = model->run(spec);
        const Link best = rankHeads(trace, findWord(*trace, argc == 5 ? argv[3] : "it"),
                                    findWord(*trace, argc == 5 ? argv[4] : "animal"), compute.kernels)
                              .front();
        std::printf("%s %.4f\n", headName(best.head).c_str(), best.weight);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
